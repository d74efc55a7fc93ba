// One step of the schema: one text for both engines (see renderMigration for the names of column types).

export interface Migration {
  readonly version: number
  readonly name: string
  readonly statements: readonly string[]
}
