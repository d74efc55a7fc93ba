// Downloading everything that is kept about oneself.
import { noInput, operation } from '../operation.ts'
import { beginExport } from './export-lease.service.ts'

/** Begins a download, or says why there can be none now. Each is one by itself. */
export const beginDownload = operation({
  name: 'privacy.export',
  by: 'account',
  input: noInput,
  needsProof: true,
  run: (tx, { by: { account }, now }) => beginExport(tx, account.id, now),
})
