// A download of everything that is kept about someone, under the lease that was begun for it, which is renewed as it is read.
import { underLease, type ExportLease } from '../features/privacy/export-lease.service.ts'
import { exportPerson } from '../features/privacy/export.service.ts'
import type { OperationContext } from './context.ts'

export type StreamExport = (lease: ExportLease, email: string, now: number) => AsyncIterable<string>

export const makeStreamExport =
  (context: OperationContext): StreamExport =>
  (lease, email, now) =>
    underLease(context, lease, exportPerson(context.store, context.keys, email, now))
