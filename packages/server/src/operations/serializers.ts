// How the results of endpoints are written: compiled once for each schema, for all callers.
import fastJson from 'fast-json-stringify'
import type { TSchema } from 'typebox'
import { onceForEach } from '../kernel/once-for-each.ts'

export type Serialize = (data: unknown) => string

export const findSerializer: (schema: TSchema) => Serialize = onceForEach((schema) => fastJson(schema))
