// A device with a passkey, as WebAuthn describes one, that can also be made to say what an honest device never would.
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import { encodePublicKey } from '../../packages/server/src/features/passkeys/cose-key.ts'
import type { SeenPage } from './visitor.ts'

interface Saying {
  /** The page that the device believes to talk to. */
  readonly origin: string
  /** The host that its passkey is for; that of the page, unless it says otherwise. */
  readonly host?: string
  readonly challenge: string
  readonly isUserVerified?: boolean
  readonly uses?: number
  /** How it can be reached: its own word, which nothing signs. */
  readonly transports?: unknown
}

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const NEW_CREDENTIAL = 0x40

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()
const base64url = (data: Uint8Array): string => Buffer.from(data).toString('base64url')

export class Authenticator {
  readonly id = base64url(randomBytes(32))
  readonly #privateKey: KeyObject
  readonly #publicKey: Uint8Array

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.#privateKey = privateKey
    this.#publicKey = encodePublicKey(publicKey)
  }

  /** The credential of a new passkey, as a browser sends it. */
  make(saying: Saying): string {
    const id = Buffer.from(this.id, 'base64url')
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    const attested = Buffer.concat([Buffer.alloc(16), length, id, this.#publicKey])
    const authData = Buffer.concat([this.#head(saying, NEW_CREDENTIAL), attested])
    const attestation = isoCBOR.encode(
      new Map<string, string | Map<string, string> | Uint8Array>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, string>()],
        ['authData', new Uint8Array(authData)],
      ]),
    )
    return this.#credential({
      clientDataJSON: base64url(this.#clientData('webauthn.create', saying)),
      attestationObject: base64url(attestation),
      transports: 'transports' in saying ? saying.transports : ['internal'],
    })
  }

  /** What proves that its owner is there. */
  use(saying: Saying): string {
    const clientData = this.#clientData('webauthn.get', saying)
    const authData = this.#head(saying, 0)
    const signed = Buffer.concat([authData, sha256(clientData)])
    return this.#credential({
      clientDataJSON: base64url(clientData),
      authenticatorData: base64url(authData),
      signature: base64url(sign('sha256', signed, this.#privateKey)),
    })
  }

  #head(
    { origin, host = new URL(origin).hostname, isUserVerified = true, uses = 0 }: Saying,
    more: number,
  ): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(uses)
    const flags = USER_PRESENT | (isUserVerified ? USER_VERIFIED : 0) | more
    return Buffer.concat([sha256(host), Buffer.from([flags]), count])
  }

  #clientData(type: string, { origin, challenge }: Saying): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  #credential(response: object): string {
    return JSON.stringify({
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      clientExtensionResults: {},
      response,
    })
  }
}

/** The challenge that a page gives to the device. */
export const readChallenge = ({ text }: SeenPage): string => {
  const [, options = ''] = /data-options="([^"]*)"/.exec(text) ?? []
  return (JSON.parse(options.replaceAll('&quot;', '"')) as { readonly challenge: string }).challenge
}
