// Makes certificates for receivers with TLS: a small authority, and what it signs. X.509 by hand, since neither
// Node nor a program that is everywhere can make one.
import { createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'

export interface Certificate {
  readonly key: string
  readonly cert: string
}

const der = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts)
  const size = content.length
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 0xff]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}

const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts)
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const integer = (value: number) => der(0x02, Buffer.from([value]))
const bits = (bytes: Uint8Array) => der(0x03, Buffer.from([0]), bytes)
const utcTime = (at: Date) =>
  der(0x17, Buffer.from(`${at.toISOString().replaceAll(/[-:T]/g, '').slice(2, 14)}Z`))
const named = (commonName: string) =>
  sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(commonName)))))

const ECDSA_SHA256 = sequence(oid('2a8648ce3d040302'))
const SUBJECT_ALT_NAME = '551d11'
const BASIC_CONSTRAINTS = '551d13'
const DAY_MS = 86_400_000

interface Signer {
  readonly name: string
  readonly key: KeyObject
}

const certify = (
  name: string,
  key: KeyObject,
  by: Signer,
  altNames: readonly string[] | 'authority',
  days: readonly [from: number, until: number],
): string => {
  const [from, until] = days.map((day) => utcTime(new Date(Date.now() + day * DAY_MS)))
  const extension =
    altNames === 'authority'
      ? sequence(
          oid(BASIC_CONSTRAINTS),
          der(0x01, Buffer.from([0xff])),
          der(0x04, sequence(der(0x01, Buffer.from([0xff])))),
        )
      : sequence(
          oid(SUBJECT_ALT_NAME),
          der(0x04, sequence(...altNames.map((altName) => der(0x82, Buffer.from(altName))))),
        )
  const facts = sequence(
    der(0xa0, integer(2)),
    integer(altNames === 'authority' ? 1 : 2),
    ECDSA_SHA256,
    named(by.name),
    sequence(from ?? Buffer.alloc(0), until ?? Buffer.alloc(0)),
    named(name),
    createPublicKey(key).export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(extension)),
  )
  const signed = sequence(facts, ECDSA_SHA256, bits(sign('sha256', facts, by.key)))
  const lines = signed.toString('base64').match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}

const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
const pem = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString()

export interface Authority {
  readonly cert: string
  issue(names: readonly string[], days?: readonly [from: number, until: number]): Certificate
}

export const createAuthority = (): Authority => {
  const signer: Signer = { name: 'test authority', key: newKey() }
  return {
    cert: certify(signer.name, signer.key, signer, 'authority', [-1, 1]),
    issue: (names, days = [-1, 1]) => {
      const key = newKey()
      return { key: pem(key), cert: certify(names[0] ?? '', key, signer, names, days) }
    },
  }
}

/** Signed by itself. */
export const selfSigned = (name: string): Certificate => {
  const key = newKey()
  return { key: pem(key), cert: certify(name, key, { name, key }, [name], [-1, 1]) }
}
