// Where the pages of the site are, for the person of an assistant.
import type { Floor } from '../../operations/context.ts'
import { findRequestOrigin } from '../http/origin.ts'
import type { McpCall } from './mcp-call.ts'

/** Null where there is no site. */
export const findSiteUrl = ({ config }: Floor, { request }: Pick<McpCall, 'request'>): string | null =>
  config.site.isOn ? (findRequestOrigin(config, request)?.url ?? null) : null
