// A thread of its own, which makes a passive checkpoint each time that it is told to: it copies as much of the
// write-ahead log as it can without holding up a reader or a writer.
import { parentPort, workerData } from 'node:worker_threads'
import { SqliteConnection } from './connection.ts'

const { db } = new SqliteConnection(workerData as string, { readonly: false })
const checkpoint = db.prepare('pragma wal_checkpoint(passive)')

parentPort?.on('message', () => {
  checkpoint.get()
  parentPort?.postMessage('copied')
})
