// Messages of the catalogue, as they are compiled, and the language made of English that shows text outside of it.
import { describe, expect, it } from 'vitest'
import { html } from '../kernel/html.ts'
import { words as english } from './catalogue/en.ts'
import { words as pseudo } from './catalogue/en-xa.ts'

describe('a message', () => {
  it('that is given text is text', () => {
    expect(english.turn.invited({ name: 'Ana <3' })).toBe('Ana <3 challenges you')
  })

  it('that is given HTML is HTML, in which all else is escaped', () => {
    const both = english.names.both({ creator: html`<bdi>${'Ana'}</bdi>`, opponent: 'Ben <3' })
    expect(html`<p>${both}</p>`.text).toBe('<p><bdi>Ana</bdi> vs Ben &lt;3</p>')
  })

  it.each([
    [0, '0 members'],
    [1, '1 member'],
    [2, '2 members'],
    [12_345, '12,345 members'],
  ])('counts: %d is %s', (count, text) => {
    expect(english.group.members({ count })).toBe(text)
  })

  it('has a form for each reader', () => {
    expect(english.turn.declined({ who: 'you', name: 'you' })).toBe('You declined · no result')
    expect(english.turn.declined({ who: 'other', name: 'Ben' })).toBe('Ben declined · no result')
  })
})

describe('the language that is made of English', () => {
  it('is accented and longer, and leaves what is put in as it is', () => {
    expect(pseudo.status.disputed).toBe('Đíšƥúŧéđ~~~')
    expect(pseudo.turn.invited({ name: 'Ana' })).toBe('Ana çĥáłłéñğéš ýóú~~~~~')
  })
})
