// Where the pages of the site are, for the person of an assistant.
import type { ServiceContext } from '../../operations/context.ts'
import { findRequestOrigin } from '../http/origin.ts'
import type { McpCall } from './mcp-call.ts'

/** Null where there is no site. */
export const findSiteUrl = (
  { config }: ServiceContext,
  { request }: Pick<McpCall, 'request'>,
): string | null => (config.site.isOn ? (findRequestOrigin(config, request)?.url ?? null) : null)
