// Steps of the schema, each one text for both engines; dialect.ts names the marks for column types.

export interface Step {
  readonly version: number
  readonly name: string
  readonly statements: readonly string[]
}

export interface Migration extends Step {
  /** The oldest release that works on a database after this step. */
  readonly oldestRelease: string
}

/** As it is shown: `0020-release 0.2.0`. */
export const nameStep = ({ version, name }: Step): string => `${String(version).padStart(4, '0')}-${name}`
