// A public key as a passkey carries it, in COSE (RFC 9053): an elliptic curve key on P-256, for ES256.
import type { KeyObject } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const [KEY_TYPE, ALGORITHM, CURVE, X, Y] = [1, 3, -1, -2, -3]
const [EC2, ES256, P256] = [2, -7, 1]

export const encodePublicKey = (publicKey: KeyObject): Uint8Array<ArrayBuffer> => {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  return isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [KEY_TYPE, EC2],
      [ALGORITHM, ES256],
      [CURVE, P256],
      [X, new Uint8Array(Buffer.from(x, 'base64url'))],
      [Y, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]),
  )
}
