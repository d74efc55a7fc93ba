// A step of the schema, one text for both engines; dialect.ts names the marks for column types.

export interface Migration {
  readonly version: number
  readonly name: string
  /** The oldest release that works on a database after this step. */
  readonly oldestRelease: string
  readonly statements: readonly string[]
}

/** As it is shown: `0020-release 0.2.0`. */
export const nameStep = ({ version, name }: Pick<Migration, 'version' | 'name'>): string =>
  `${String(version).padStart(4, '0')}-${name}`
