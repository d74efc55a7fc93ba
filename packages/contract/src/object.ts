// Objects, which have their sentence before their members. An object with a name has a table of its own in the
// documents; wherever it stands, they lead there.
import * as Type from 'typebox'
import type { Static, TObject, TSchema } from 'typebox'
import { describeAs, type Described, type Members, type DescribedWords } from './described.ts'
import { count } from './schema.ts'

export const object = <M extends Members>(words: string, members: M): Described<TObject<M>> =>
  describeAs(Type.Object(members), words)

export interface ObjectName {
  readonly name: string
  /** Its own sentence: where it stands as a member, it is described by another. */
  readonly is: string
  /** The object that it repeats, apart from what differs: documents show the difference alone. */
  readonly repeats?: string
}

export type NamedObject<M extends Members = Members> = Described<TObject<M>> & Named

export interface Named {
  readonly named: ObjectName
}

export const namedObject = <M extends Members>(
  name: string,
  words: string,
  members: M,
  repeated?: Named,
): NamedObject<M> => ({
  ...object(words, members),
  named: { name, is: words, ...(repeated ? { repeats: repeated.named.name } : {}) },
})

/** An object with a count for each name, zeros included. Documents list the names, which say it all. */
export const counts = <const V extends readonly string[], W extends DescribedWords = undefined>(
  names: V,
  words?: W,
) => {
  const members = names.map((name) => [name, count(`How many are \`${name}\`.`)])
  const schema = Type.Object(Object.fromEntries(members) as Record<V[number], ReturnType<typeof count>>, {
    listsNames: true,
  })
  return describeAs(schema, words)
}

/** An object with at most so many members, whose names the caller chooses. */
export const mapOf = <S extends TSchema, W extends DescribedWords = undefined>(
  values: S,
  most: number,
  expects: string,
  words?: W,
) =>
  describeAs(
    Type.Unsafe<Record<string, Static<S>>>({
      type: 'object',
      maxProperties: most,
      patternProperties: { [anyName]: values },
      expects,
    }),
    words,
  )

const anyName = '^[\\s\\S]*$'

/** An object with a count for each name, where the names are not known beforehand. */
export const countsByName = <W extends DescribedWords = undefined>(words?: W) =>
  describeAs(
    // As TypeBox's own record of strings, which would bring most of TypeBox into the client.
    Type.Unsafe<Record<string, number>>({ type: 'object', patternProperties: { '^.*$': count() } }),
    words,
  )
