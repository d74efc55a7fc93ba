// A random value that only its recipient knows, in a cookie or a link. We keep its hash.
import { hash, randomBytes } from 'node:crypto'

const BYTES = 32
const SHAPE = /^[\w-]{43}$/

export const makeSecretValue = (): string => randomBytes(BYTES).toString('base64url')

/** Whether it could be one at all. */
export const isSecretValue = (text: string): boolean => SHAPE.test(text)

export const hashSecretValue = (value: string): string => hash('sha256', value, 'hex')
