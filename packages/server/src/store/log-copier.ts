// A thread of its own, which copies the log of a SQLite database back into its file each time that it is told to, as
// far as that goes without holding anyone up.
import { parentPort, workerData } from 'node:worker_threads'
import { SqliteConnection } from './sqlite-connection.ts'

const { db } = new SqliteConnection(workerData as string, { readonly: false })
const copy = db.prepare('pragma wal_checkpoint(passive)')

parentPort?.on('message', () => {
  copy.get()
  parentPort?.postMessage('copied')
})
