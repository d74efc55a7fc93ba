// A device with a passkey that signs with another key than the one it says it has.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const PRESENT_AND_VERIFIED = 0x05
const USES_BYTES = 4
/** Of COSE: an elliptic curve key, for ES256, on P-256. */
const [KEY_TYPE, ALGORITHM, CURVE, X, Y] = [1, 3, -1, -2, -3]
const [EC2, ES256, P256] = [2, -7, 1]

const sha256 = (data) => createHash('sha256').update(data).digest()

export const makeDevice = (origin) => {
  const id = randomBytes(32).toString('base64url')
  const [{ publicKey }, { privateKey }] = [0, 1].map(() => generateKeyPairSync('ec', { namedCurve: 'P-256' }))
  const { x, y } = publicKey.export({ format: 'jwk' })
  const encoded = isoCBOR.encode(
    new Map([
      [KEY_TYPE, EC2],
      [ALGORITHM, ES256],
      [CURVE, P256],
      [X, new Uint8Array(Buffer.from(x, 'base64url'))],
      [Y, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]),
  )
  const sayWrongly = (challenge) => {
    const clientData = Buffer.from(
      JSON.stringify({ type: 'webauthn.get', challenge, origin, crossOrigin: false }),
    )
    const { hostname } = new URL(origin)
    const authData = Buffer.concat([
      sha256(hostname),
      Buffer.from([PRESENT_AND_VERIFIED]),
      Buffer.alloc(USES_BYTES),
    ])
    const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), privateKey)
    return JSON.stringify({
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
      },
    })
  }
  return { id, publicKey: encoded, sayWrongly }
}
