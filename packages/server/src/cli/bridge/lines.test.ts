import { describe, expect, it } from 'vitest'
import { readLines } from './lines.ts'

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const collect = async (text: string, size: number, atMostBytes?: number): Promise<unknown[]> => {
  const lines: unknown[] = []
  for await (const line of readLines(inPieces(Buffer.from(text), size), atMostBytes)) lines.push(line)
  return lines
}

const sizes = [1, 2, 3, 5, 100]

describe('lines of a stream', () => {
  it.each(sizes)('end at each of the three line ends, in pieces of %i bytes', async (size) => {
    const text = 'one\ntwo\r\nthree\rgr\u00fcn\u2028blau\n\n\r\r\n\u{1f600}'
    const lines = ['one', 'two', 'three', 'gr\u00fcn\u2028blau', '', '', '', '\u{1f600}']
    expect(await collect(text, size)).toEqual(lines)
    expect(await collect(`${text}\r\n`, size)).toEqual(lines)
  })

  it.each(sizes)('are left out where they have too many bytes, in pieces of %i bytes', async (size) => {
    // The umlaut has two bytes.
    const text = 'abcd\nabcde\nabc\u00fc\r\nab\u00fc\nabcdefghij\nab\nabcde'
    expect(await collect(text, size, 4)).toEqual([
      'abcd',
      undefined,
      undefined,
      'ab\u00fc',
      undefined,
      'ab',
      undefined,
    ])
  })

  it('are refused before their end has come', async () => {
    async function* endless(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('abc')
      yield Buffer.from('def')
      throw new Error('more was asked for')
    }
    expect(await readLines(endless(), 4).next()).toEqual({ done: false, value: undefined })
  })

  // Searched again with each piece, it would take half a minute.
  it('are read in a time that grows with their length alone', { timeout: 180_000 }, async () => {
    const text = 'x'.repeat(4 * 1024 * 1024)
    expect(await collect(text, 1024)).toEqual([text])
  })
})
