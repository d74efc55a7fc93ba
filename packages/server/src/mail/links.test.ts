// A link is worth what it was signed for, and nothing else.
import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { parties } from '@challenge-service/contract'
import { newId } from '../kernel/ids.ts'
import { Keyring } from '../kernel/keyring.ts'
import {
  addressHash,
  addressHashes,
  answerUrl,
  leaveUrl,
  readAnswerLink,
  readLeaveLink,
  readStopLink,
  stopUrl,
} from './links.ts'
import { stages } from './notice.rules.ts'

const secrets = [randomBytes(32), randomBytes(32)] as const
const keys = new Keyring([secrets[0]])
const base = 'https://c.test/base'
const link = {
  challengeId: newId('challenge', 1),
  party: 'opponent',
  stage: 'invited',
  by: 1_800_000_000_000,
} as const
const textOf = (url: string): string => url.slice(url.lastIndexOf('/') + 1)

describe('a link to answer', () => {
  it.each(stages.flatMap((stage) => parties.map((party) => [stage, party] as const)))(
    'for %s is read as it was written for the %s',
    (stage, party) => {
      const url = answerUrl(keys, base, { ...link, stage, party })
      expect(url).toMatch(/^https:\/\/c\.test\/base\/a\/[\w-]+$/)
      expect(readAnswerLink(keys, textOf(url))).toEqual({ ...link, stage, party })
    },
  )

  it('is nothing once any character of it differs', () => {
    const text = textOf(answerUrl(keys, base, link))
    for (let place = 0; place < text.length; place += 1) {
      const other = text.charAt(place) === 'a' ? 'b' : 'a'
      expect(readAnswerLink(keys, text.slice(0, place) + other + text.slice(place + 1))).toBeUndefined()
    }
    for (const spoilt of ['', 'x', text.slice(0, -1), `${text}0`])
      expect(readAnswerLink(keys, spoilt)).toBeUndefined()
  })

  it('is nothing under another key, and something under an older one that is still given', () => {
    const text = textOf(answerUrl(keys, base, link))
    expect(readAnswerLink(new Keyring([secrets[1]]), text)).toBeUndefined()
    expect(readAnswerLink(new Keyring([secrets[1], secrets[0]]), text)).toEqual(link)
  })

  it('is none to stop mails, nor the other way round', () => {
    expect(readStopLink(keys, textOf(answerUrl(keys, base, link)))).toBeUndefined()
    expect(readAnswerLink(keys, textOf(stopUrl(keys, base, 'a@b.example')))).toBeUndefined()
  })
})

describe('a link to leave', () => {
  const leaving = { memberId: newId('member', 1), joinedAt: 1_700_000_000_000, by: 1_800_000_000_000 }

  it('is read as it was written', () => {
    const url = leaveUrl(keys, base, leaving)
    expect(url).toMatch(/^https:\/\/c\.test\/base\/leave\/[\w-]+$/)
    expect(readLeaveLink(keys, textOf(url))).toEqual(leaving)
  })

  it('is nothing once any character of it differs, and none of another kind', () => {
    const text = textOf(leaveUrl(keys, base, leaving))
    for (let place = 0; place < text.length; place += 1) {
      const other = text.charAt(place) === 'a' ? 'b' : 'a'
      expect(readLeaveLink(keys, text.slice(0, place) + other + text.slice(place + 1))).toBeUndefined()
    }
    expect(readAnswerLink(keys, text)).toBeUndefined()
    expect(readStopLink(keys, text)).toBeUndefined()
    expect(readLeaveLink(keys, textOf(answerUrl(keys, base, link)))).toBeUndefined()
  })
})

describe('a link to stop', () => {
  it('holds a keyed hash of the address, and nothing of the address', () => {
    const url = stopUrl(keys, base, 'ana@lima.example')
    expect(url).not.toMatch(/ana|lima/)
    expect(readStopLink(keys, textOf(url))).toBe(addressHash(keys, 'ana@lima.example'))
  })

  it('is found again after another key has become the first', () => {
    const rotated = new Keyring([secrets[1], secrets[0]])
    expect(addressHashes(rotated, 'a@b.example')).toContain(addressHash(keys, 'a@b.example'))
  })
})
