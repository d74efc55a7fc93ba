// The scene of an endpoint, for the tool that is made from it.
import { endpoints, type EndpointName, type Tool } from '@challenge-service/contract'
import type { Scene } from '../reach/scenes.ts'

export const endpointOf = ({ endpoint }: Tool): EndpointName => {
  const [name] = Object.entries(endpoints).find(([, one]) => one === endpoint) ?? []
  return name as EndpointName
}

/** What is said is for the tool to find out, where it looks first. */
export const argumentsOf = (tool: Tool, { ids = {}, body = {} }: Scene): Record<string, unknown> => {
  const members = Object.entries<unknown>({ limit: 100, ...ids, ...body })
  return Object.fromEntries(
    members
      .map(([name, value]) => [tool.nameOf(name), value] as const)
      .filter(([name]) => Object.hasOwn(tool.input.properties, name)),
  )
}
