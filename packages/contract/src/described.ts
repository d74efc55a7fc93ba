// A schema that says in a sentence what it means. The sentence stands where the schema is used, and every document
// takes it from there.
import type { TSchema } from 'typebox'

declare const description: unique symbol

/**
 * A schema that has a `description`. A mark of types alone, and not the property itself: with that, the types of
 * fast-json-stringify would take every such schema for one of anything.
 */
export type Described<S extends TSchema = TSchema> = S & { readonly [description]: true }

/** What an object is made of. A member without a sentence does not compile. */
export type Members = Readonly<Record<string, Described>>

/** The sentence of a schema; undefined where it needs none, as the items of a list. */
export type DescribedWords = string | undefined

/** Those that a schema has already. */
export type WordsOf<S extends TSchema> = S extends Described ? string : undefined

/** A schema is described if it was given a sentence. */
export type DescribedBy<W extends DescribedWords, S extends TSchema> = W extends string ? Described<S> : S

/** The schema with a sentence for the place where it stands, in place of the one it had. */
export const describeAs = <S extends TSchema, W extends DescribedWords>(
  schema: S,
  words?: W,
): DescribedBy<W, S> =>
  (words === undefined ? schema : { ...schema, description: words }) as DescribedBy<W, S>

export interface Describable<Args extends unknown[], S extends TSchema> {
  (...args: Args): S
  (...args: [...Args, words: string]): Described<S>
}

/** Lets a shape take a sentence after its own arguments: `line(1, 80)`, or `line(1, 80, 'What it is about.')`. */
export const describable =
  <Args extends unknown[], S extends TSchema>(make: (...args: Args) => S): Describable<Args, S> =>
  (...args: unknown[]) => {
    const own = args.slice(0, make.length) as Args
    const words = args[make.length] as DescribedWords
    return describeAs(make(...own), words)
  }
