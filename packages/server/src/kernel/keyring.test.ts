// Guards what SECRET_KEY protects: sealed values open only where they belong, signatures hold for one use, and
// keys can be replaced one by one.
import { describe, expect, it } from 'vitest'
import { Keyring, type KeyUse } from './keyring.ts'
import { Fault } from './refusal.ts'

const uses = ['cursor', 'remembered-answer', 'signing-secret', 'link', 'address'] as const satisfies KeyUse[]
const secret = (filler: number): Uint8Array => new Uint8Array(32).fill(filler)

const old = new Keyring([secret(1)])
const both = new Keyring([secret(2), secret(1)])
const fresh = new Keyring([secret(2)])

const texts = ['', 'x', 'whsec_abc', 'é 😀 \0 \n', '{"data":{}}', 'long '.repeat(20_000)]

/** Every way to change one bit of it. */
const withOneBitChanged = (bytes: Uint8Array): readonly Uint8Array[] =>
  [...bytes].flatMap((_, at) =>
    [1, 16, 128].map((bit) => bytes.map((byte, index) => (index === at ? byte ^ bit : byte))),
  )

const opens = (use: KeyUse, sealed: Uint8Array, context: string): boolean => {
  try {
    old.open(use, sealed, context)
    return true
  } catch {
    return false
  }
}

describe('a sealed value', () => {
  it.each(texts)('opens to what was sealed: %j', (text) => {
    for (const use of uses) expect(old.open(use, old.seal(use, text, 'here'), 'here')).toBe(text)
  })

  it('opens from a view into a larger array, as drivers give it', () => {
    const sealed = old.seal('signing-secret', 'whsec_abc', 'whk_1')
    const larger = new Uint8Array(sealed.length + 20)
    larger.set(sealed, 7)
    expect(old.open('signing-secret', larger.subarray(7, 7 + sealed.length), 'whk_1')).toBe('whsec_abc')
  })

  it('holds nothing of the text, and is new each time', () => {
    const one = old.seal('remembered-answer', 'a text to be found', 'k')
    const other = old.seal('remembered-answer', 'a text to be found', 'k')
    expect(one.includes('a text')).toBe(false)
    expect(one.equals(other)).toBe(false)
    expect(one.subarray(4, 16).equals(other.subarray(4, 16))).toBe(false)
  })

  it.each(['', 'whk_2', 'whk_1 ', 'WHK_1'])('is refused in another context (%j)', (context) => {
    expect(opens('signing-secret', old.seal('signing-secret', 'whsec_abc', 'whk_1'), context)).toBe(false)
  })

  it('is refused for every other use', () => {
    for (const use of uses) {
      const sealed = old.seal(use, 'text', 'here')
      expect(uses.filter((other) => opens(other, sealed, 'here'))).toEqual([use])
    }
  })

  it('is refused with any bit changed', () => {
    const sealed = old.seal('signing-secret', 'whsec_abc', 'whk_1')
    const changed = withOneBitChanged(sealed)
    expect(changed).toHaveLength(sealed.length * 3)
    expect(changed.filter((bytes) => opens('signing-secret', bytes, 'whk_1'))).toEqual([])
  })

  it('is refused when it is cut at either end, or has grown', () => {
    const sealed = old.seal('signing-secret', 'whsec_abc', 'whk_1')
    const cut = [...sealed].flatMap((_, at) => [sealed.subarray(0, at), sealed.subarray(at + 1)])
    const grown = [Buffer.concat([sealed, Buffer.alloc(1)]), Buffer.concat([Buffer.alloc(1), sealed])]
    expect([...cut, ...grown].filter((bytes) => opens('signing-secret', bytes, 'whk_1'))).toEqual([])
  })
})

describe('a keyring with several secrets', () => {
  it('opens what each of them sealed', () => {
    expect(both.open('link', old.seal('link', 'old', 'c'), 'c')).toBe('old')
    expect(both.open('link', fresh.seal('link', 'new', 'c'), 'c')).toBe('new')
  })

  it('seals with the first', () => {
    expect(fresh.open('link', both.seal('link', 'x', 'c'), 'c')).toBe('x')
  })

  it('signs with the first and knows the signatures of each', () => {
    expect(both.sign('link', 'data')).toEqual(fresh.sign('link', 'data'))
    expect(both.verify('link', 'data', old.sign('link', 'data'))).toBe(true)
    expect(both.verify('link', 'data', fresh.sign('link', 'data'))).toBe(true)
  })

  it('is a Fault, which names SECRET_KEY, where the secret of a value was removed', () => {
    for (const sealed of [old.seal('link', 'x', 'c'), Buffer.alloc(0), Buffer.alloc(3)]) {
      expect(() => fresh.open('link', sealed, 'c')).toThrow(Fault)
      expect(() => fresh.open('link', sealed, 'c')).toThrow(/SECRET_KEY/)
    }
    expect(fresh.verify('link', 'data', old.sign('link', 'data'))).toBe(false)
  })

  it('needs at least one', () => {
    expect(() => new Keyring([])).toThrow(Fault)
  })
})

describe('a signature', () => {
  it('holds for its data alone', () => {
    const signature = old.sign('cursor', 'data')
    expect(signature).toHaveLength(20)
    expect(old.verify('cursor', 'data', signature)).toBe(true)
    for (const other of ['', 'Data', 'data ', 'dat'])
      expect(old.verify('cursor', other, signature)).toBe(false)
  })

  it('holds for its use alone', () => {
    for (const use of uses) {
      for (const other of uses) {
        expect(old.verify(other, 'data', old.sign(use, 'data')), `${use} as ${other}`).toBe(use === other)
      }
    }
  })

  it('is refused with any bit changed, and at any other length', () => {
    const signature = old.sign('cursor', 'data')
    for (const changed of withOneBitChanged(signature)) {
      expect(old.verify('cursor', 'data', changed)).toBe(false)
    }
    for (let length = 0; length < signature.length; length += 1) {
      expect(old.verify('cursor', 'data', signature.subarray(0, length)), `${length}`).toBe(false)
    }
    expect(old.verify('cursor', 'data', Buffer.concat([signature, Buffer.alloc(1)]))).toBe(false)
  })

  it('is the same in every process that has the secret', () => {
    expect(new Keyring([secret(1)]).sign('link', 'data')).toEqual(old.sign('link', 'data'))
  })
})
