// The reading of transcripts: what may differ from the page, and what may not.
import { describe, expect, it } from 'vitest'
import { Names, readTranscript } from './transcript.ts'

const id = 'grp_01m7hw6xwy000yz7kgz7wcc7y4'
const other = 'grp_01m7hw6xwy000yz7kgz7wcc7y5'

describe('a transcript', () => {
  it('is read as commands and what they printed', () => {
    expect(readTranscript('$ one\nfirst\n\nsecond\n$ two\n')).toEqual([
      { command: 'one', shown: 'first\n\nsecond' },
      { command: 'two', shown: '' },
    ])
  })

  it('has the value of a shortened id from where it is first shown', () => {
    const names = new Names()
    expect(() => names.fill('group show grp_01m7…')).toThrow('nothing above shows the value of grp_01m7…')
    expect(names.fits('{"id":"grp_01m7…"}', `{"id":"${id}"}`)).toBe(true)
    expect(names.fill('group show grp_01m7…')).toBe(`group show ${id}`)
    expect(names.fits('grp_01m7…  Blue', `${id}  Blue`)).toBe(true)
    expect(names.fits('grp_01m7…  Blue', `${other}  Blue`)).toBe(false)
  })

  it.each([
    ['an instant for another', 'since 2026-11-15T12:00:00.000Z', 'since 2027-01-01T00:00:00.001Z', true],
    ['a word for another', 'kept', 'sent', false],
    ['more than is shown', 'kept', 'kept and more', false],
    ['anything where it is cut', 'a\n…', 'a\nb\nc', true],
    ['an id of another kind', 'mem_01m7…', id, false],
    ['two ids for one name', 'grp_01m7… grp_01m7…', `${id} ${other}`, false],
  ])('takes or refuses %s', (_, shown, printed, isTaken) => {
    expect(new Names().fits(shown, printed)).toBe(isTaken)
  })
})
