// The public key of a passkey that nobody has. Its other half was never kept.
import { generateKeyPairSync } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/** Of COSE: an elliptic curve key, for ES256, on P-256. */
const [KEY_TYPE, ALGORITHM, CURVE, X, Y] = [1, 3, -1, -2, -3]
const [EC2, ES256, P256] = [2, -7, 1]

const makePublicKey = (): Uint8Array<ArrayBuffer> => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
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

export const nobodysPublicKey = makePublicKey()
