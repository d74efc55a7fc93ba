// The version of stored snapshots. One that another version wrote is not shown: the columns are.

/** What each version was made of: the schema, the actions, and the form of a snapshot. A test says what to add. */
export const fingerprints = ['9b36cb0dffac5b2e', '421e77363a5ecbcc', 'b5d790a763bd4131'] as const

export const SNAPSHOT_VERSION = fingerprints.length
