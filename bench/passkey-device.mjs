// A device with a passkey that signs with another key than the one it says it has.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { server } from './built.mjs'

const PRESENT_AND_VERIFIED = 0x05
const USES_BYTES = 4

const { encodePublicKey } = await server('features/passkeys/cose-key.js')

const sha256 = (data) => createHash('sha256').update(data).digest()

export const makeDevice = (origin) => {
  const id = randomBytes(32).toString('base64url')
  const [{ publicKey }, { privateKey }] = [0, 1].map(() => generateKeyPairSync('ec', { namedCurve: 'P-256' }))
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
  return { id, publicKey: encodePublicKey(publicKey), sayWrongly }
}
