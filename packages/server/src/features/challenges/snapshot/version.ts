// The version of stored snapshots. One that another version wrote is not shown: the columns are. Raise it with every
// change of what a snapshot holds or how; a test asks for it.
export const SNAPSHOT_VERSION = 1
