// The reading of transcripts: what may differ from the page, and what may not.
import { describe, expect, it } from 'vitest'
import { fits, readTranscript } from './transcript.ts'

describe('a transcript', () => {
  it('is read as commands and what they printed', () => {
    expect(readTranscript('$ one\nfirst\n\nsecond\n$ two\n')).toEqual([
      { command: 'one', shown: 'first\n\nsecond' },
      { command: 'two', shown: '' },
    ])
  })

  it.each([
    ['a key for another', 'the key 1f0c77d2 is missing', 'the key c3d19e04 is missing', true],
    ['a word for another', 'kept', 'sent', false],
    ['more than is shown', 'kept', 'kept and more', false],
    ['anything where it is cut', 'a\n…', 'a\nb\nc', true],
  ])('takes or refuses %s', (_, shown, printed, isTaken) => {
    expect(fits(shown, printed)).toBe(isTaken)
  })
})
