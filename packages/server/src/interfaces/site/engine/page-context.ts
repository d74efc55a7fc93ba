// What every page of the site is made with. It sees no storage: it reads by the queries of slices, and changes something by an
// operation or an endpoint.
import type { LinkRoute } from '../../../features/route.ts'
import type { ServiceContext } from '../../../operations/context.ts'
import type { CallInProcess } from '../../../operations/in-process-calls.ts'
import { makeLinkCalls, type CallByLink } from '../../../operations/link-calls.ts'
import { makeRead, type Read } from '../../../operations/read.ts'
import { makeOperations, type Operations } from '../../../operations/run-operation.ts'
import { makeStreamExport, type StreamExport } from '../../../operations/stream-export.ts'
import type { Site } from './site.ts'

export interface PageContext extends Omit<ServiceContext, 'store'> {
  readonly site: Site
  readonly read: Read
  /** Calls an endpoint of the table for a person. */
  readonly call: CallInProcess
  /** Calls one for someone who has a link of a mail. */
  readonly callByLink: CallByLink
  readonly operations: Operations
  readonly streamExport: StreamExport
}

export const makePageContext = (
  context: ServiceContext,
  site: Site,
  call: CallInProcess,
  linkRoutes: readonly LinkRoute[],
): PageContext => {
  const { store, ...seen } = context
  return {
    ...seen,
    site,
    read: makeRead(store),
    call,
    callByLink: makeLinkCalls(context, linkRoutes),
    operations: makeOperations(context),
    streamExport: makeStreamExport(context),
  }
}
