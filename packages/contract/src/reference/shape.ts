// A schema as far as documents look into it.
import type { TSchema } from 'typebox'
import type { ObjectName } from '../object.ts'

export type Shape = TSchema & {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly pattern?: string
  readonly enum?: readonly (string | null)[]
  readonly items?: Shape
  readonly properties?: Readonly<Record<string, Shape>>
  readonly patternProperties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly default?: unknown
  readonly description?: string
  /** Our own annotations, which no document shows. */
  readonly expects?: string
  readonly idOf?: string
  readonly named?: ObjectName
  readonly listsNames?: boolean
}

export const isNullable = ({ type }: Shape): boolean => [type].flat().includes('null')

/** The sentence that an error would repeat, as documents show it; none where a list of values says it all. */
export const explainBounds = ({ expects, enum: values }: Shape): string | undefined =>
  expects === undefined || values ? undefined : `${expects.charAt(0).toUpperCase()}${expects.slice(1)}.`
