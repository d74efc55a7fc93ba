// Writes the log of a SQLite database into its file: `node checkpoint.mjs sqlite:PATH`.
import { server } from './built.mjs'

const { SqliteConnection } = await server('store/sqlite/connection.js')
const { parseDatabaseUrl } = await server('store/target.js')
const { db } = new SqliteConnection(parseDatabaseUrl(process.argv[2]).path, { readonly: false })
db.pragma('busy_timeout = 10000')
db.pragma('wal_checkpoint(truncate)')
db.close()
