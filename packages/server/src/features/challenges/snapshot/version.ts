// The version of stored snapshots follows from what decides their bytes, so that nobody can forget to change it. A
// snapshot of another version is not shown: the columns are.
import { createHash } from 'node:crypto'

/** Release 0.2.0 counts its versions from 1: no number here is as small. */
const FIRST = 2 ** 48

/** The same number for the same parts, in every process. The sentences of a schema decide nothing. */
export const deriveVersion = (parts: readonly unknown[]): number =>
  FIRST + createHash('sha256').update(JSON.stringify(parts, withoutSentences)).digest().readUIntBE(0, 6)

/** A member of a challenge may be called `description` too: that one is a schema, and no text. */
const withoutSentences = (name: string, value: unknown): unknown =>
  name === 'description' && typeof value === 'string' ? undefined : value
