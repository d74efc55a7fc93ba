// The public key of a passkey that nobody has: its other half is not kept.
import { generateKeyPairSync } from 'node:crypto'
import { encodePublicKey } from './cose-key.ts'

export const nobodysPublicKey = encodePublicKey(generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey)
