// What a person is called, as they type it themselves.
import { personName } from '@challenge-service/contract'
import * as Type from 'typebox'

const FIRST_MAX = 40
const LAST_MAX = 80

export const nameSchemas = Type.Object(
  { first_name: personName(FIRST_MAX), last_name: Type.Optional(personName(LAST_MAX)) },
  { additionalProperties: false },
)
