// A link is worth what it was signed for, and nothing else. Those of 0.1 go on to work.
import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { parties } from '@challenge-service/contract'
import { newId } from '../../kernel/ids.ts'
import { Keyring } from '../../kernel/keyring.ts'
import {
  addressHash,
  addressHashes,
  challengeUrl,
  inboxHash,
  leaveUrl,
  mailsUrl,
  readChallengeLink,
  readLeaveLink,
  readMailsLink,
} from './links.ts'

const secrets = [randomBytes(32), randomBytes(32)] as const
const keys = new Keyring([secrets[0]])
const base = 'https://c.test/base'
const link = { challengeId: newId('challenge', 1), party: 'opponent', number: 0 } as const
const leaving = {
  memberId: newId('member', 1),
  joinedAt: 1_700_000_000_000,
  by: 1_800_000_000_000,
  number: 0,
}
const personId = newId('person', 1)
const textOf = (url: string): string => url.slice(url.lastIndexOf('/') + 1)

const ofChallenge = textOf(challengeUrl(keys, base, link))
const ofLeaving = textOf(leaveUrl(keys, base, leaving))
const ofMails = textOf(mailsUrl(keys, base, 'ana+x@lima.example', personId, 'news'))

/** As 0.1 signed it. */
const earlier = (purpose: string, body: string): string =>
  keys.sign('link', `${purpose} ${body}`).toString('base64url') + body

const readers = [
  ['to a challenge', ofChallenge, readChallengeLink],
  ['to leave', ofLeaving, readLeaveLink],
  ['for mails', ofMails, readMailsLink],
] as const

describe.each(readers)('a link %s', (_, text, read) => {
  it('is nothing once any character of it differs', () => {
    expect(read(keys, text)).toBeDefined()
    for (let place = 0; place < text.length; place += 1) {
      const other = text.charAt(place) === 'a' ? 'b' : 'a'
      expect(read(keys, text.slice(0, place) + other + text.slice(place + 1))).toBeUndefined()
    }
    for (const spoilt of ['', 'x', text.slice(0, -1), `${text}0`]) expect(read(keys, spoilt)).toBeUndefined()
  })

  it('is nothing under another key, and something under an older one that is still given', () => {
    expect(read(new Keyring([secrets[1]]), text)).toBeUndefined()
    expect(read(new Keyring([secrets[1], secrets[0]]), text)).toEqual(read(keys, text))
  })

  it('is none of another kind', () => {
    const others = readers.map(([, other]) => other).filter((other) => other !== text)
    expect(others.map((other) => read(keys, other))).toEqual([undefined, undefined])
  })
})

describe('a link to a challenge', () => {
  it.each(parties.flatMap((party) => [0, 1, 35, 36, 1_000_000].map((number) => [party, number] as const)))(
    'is read as it was written for the %s, with the number %i',
    (party, number) => {
      const url = challengeUrl(keys, base, { ...link, party, number })
      expect(url).toMatch(/^https:\/\/c\.test\/base\/a\/[\w-]+$/)
      expect(readChallengeLink(keys, textOf(url))).toEqual({ ...link, party, number })
    },
  )

  const id = link.challengeId.slice('ch_'.length)

  it.each([
    ['c', 'creator'],
    ['o', 'opponent'],
  ] as const)(
    'of 0.1 with the letter %s goes on to lead the %s there, whatever it asked',
    (letter, party) => {
      for (const stage of ['i', 's', 'p', 'd', 'x']) {
        const text = earlier('answer', `${id}${letter}${stage}${(1_800_000_000_000).toString(36)}`)
        expect(readChallengeLink(keys, text)).toEqual({ ...link, party, number: 0 })
      }
    },
  )

  it('of now that is signed as one of 0.1 is nothing', () => {
    expect(readChallengeLink(keys, earlier('answer', `${id}o0`))).toBeUndefined()
  })

  it('is nothing for a party or a challenge that cannot be', () => {
    expect(readChallengeLink(keys, earlier('challenge', `${id}x0`))).toBeUndefined()
    expect(readChallengeLink(keys, earlier('challenge', `${'u'.repeat(26)}o0`))).toBeUndefined()
  })
})

describe('a link to leave', () => {
  it.each([0, 1, 36])('is read as it was written, with the number %i', (number) => {
    const url = leaveUrl(keys, base, { ...leaving, number })
    expect(url).toMatch(/^https:\/\/c\.test\/base\/leave\/[\w-]+$/)
    expect(readLeaveLink(keys, textOf(url))).toEqual({ ...leaving, number })
  })

  it('without a number, as they were written before, has the number 0', () => {
    const { memberId, joinedAt, by } = leaving
    const body = `${memberId.slice('mem_'.length)}${joinedAt.toString(36)}-${by.toString(36)}`
    expect(readLeaveLink(keys, earlier('leave', body))).toEqual(leaving)
  })
})

describe('a link for mails', () => {
  it.each(['invitations', 'news', null] as const)(
    'names the person, keyed hashes of address and inbox, and that one click stops %s',
    (stop) => {
      for (const address of ['ana@lima.example', 'ana+bets@lima.example']) {
        const url = mailsUrl(keys, base, address, personId, stop)
        expect(url).toMatch(/^https:\/\/c\.test\/base\/stop\/[\w.-]+$/)
        expect(url).not.toMatch(/ana|lima|bets/)
        expect(readMailsLink(keys, textOf(url))).toEqual({
          stop,
          addressHash: addressHash(keys, address),
          inboxHash: addressHash(keys, 'ana@lima.example'),
          personId,
        })
      }
    },
  )

  it('of 0.1, which held the hash of the address alone, goes on to be read', () => {
    const hash = addressHash(keys, 'ana@lima.example')
    expect(readMailsLink(keys, earlier('stop', hash))).toEqual({
      stop: null,
      addressHash: hash,
      inboxHash: hash,
      personId: null,
    })
    expect(readMailsLink(keys, earlier('stop', hash.slice(1)))).toBeUndefined()
  })

  it('names an address by hashes that are found again after another key has become the first', () => {
    const rotated = new Keyring([secrets[1], secrets[0]])
    expect(addressHashes(rotated, 'a@b.example')).toContain(addressHash(keys, 'a@b.example'))
  })
})

describe('an inbox', () => {
  it.each([
    ['ana@lima.example', 'ana@lima.example'],
    ['ana+a@lima.example', 'ana@lima.example'],
    ['ana+a+b@lima.example', 'ana@lima.example'],
    ['ana+@lima.example', 'ana@lima.example'],
    ['+a@lima.example', '+a@lima.example'],
  ])('of %s is %s', (address, inbox) => {
    expect(inboxHash(keys, address)).toBe(addressHash(keys, inbox))
  })
})
