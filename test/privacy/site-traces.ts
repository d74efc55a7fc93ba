// Someone who uses all of the site, and leaves a word wherever one can be typed; and what is kept of it under ids and
// hashes, where no word stands.
import { expect } from 'vitest'
import { blockPerson } from '../../packages/server/src/features/challenges/link/blocks.store.ts'
import type { AccountId, PersonId } from '../../packages/server/src/kernel/ids.ts'
import { MINUTE_MS } from '../../packages/server/src/kernel/instants.ts'
import { addressHash } from '../../packages/server/src/mail/messages/links.ts'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import { dump } from '../support/dump.ts'
import { findPersonId } from '../support/people.ts'
import type { TestService } from '../support/service.ts'
import { givePasskey } from '../site/cast.ts'
import { Visitor, type Fields } from '../site/visitor.ts'
import { CANARY, type Player } from './erased-story.ts'

const TIME_ZONE = 'Pacific/Chatham'

export interface SiteTraces {
  /** Her browser, which has just signed in. */
  readonly browser: Visitor
  /** Where something of hers stands now, as `table: row`: her word, her time zone, or an id or a hash that was hers. */
  list(): Promise<readonly string[]>
}

export const useTheSite = async (
  service: TestService,
  ana: Pick<Player, 'email'>,
  ben: Pick<Player, 'email'>,
): Promise<SiteTraces> => {
  const { store, clock } = service
  const [anaId, benId] = [await findPersonId(service, ana.email), await findPersonId(service, ben.email)]
  const browser = await Visitor.signedIn(service, ana.email)
  const send = async (page: string, ending: string, fields: Fields = {}): Promise<void> => {
    const shown = await browser.get(page)
    const form = shown.forms.find(({ action }) => action.endsWith(ending))
    const sent = await browser.submit(shown, form?.action ?? ending, fields)
    expect(sent.status, `${ending}\n${sent.text}`).toBeLessThan(400)
  }
  const newToken = (name: string): Fields => ({ name: `${CANARY}${name}`, expires: '90', preset: 'play' })

  await send('/settings', '/names', { first_name: 'Anaqxwordsite', last_name: 'Anaqxwordsitelast' })
  await send('/settings', '/time-zone', { time_zone: TIME_ZONE })
  await send('/settings', '/links', { links: 'sign_in' })
  await send('/settings/mails', '/settings/mails', { wish: 'no_news' })
  for (const name of ['laptop', 'phone']) await send('/settings/tokens', '/settings/tokens', newToken(name))
  await send('/settings/tokens', '/renew', { old: 'later' })
  await send('/settings/tokens', '/revoke')
  await send('/settings/webhooks', '/settings/webhooks', {
    url: `https://hooks.example.com/${CANARY}site`,
    description: `${CANARY}sitedescription`,
    headers: `X-Key: ${CANARY}header`,
  })
  const account = await findAccount(service, anaId)
  for (const _ of ['one', 'another']) await givePasskey(service, { accountId: account, word: CANARY })
  await send('/settings/passkeys', '/remove')
  await send('/settings/calendar', '/settings/calendar')
  await store.write((tx) => blockPerson(tx, anaId, benId, clock.now(), `${CANARY}calls`))
  await store.write((tx) => blockPerson(tx, benId, anaId, clock.now(), 'Anaqxwordfirst'))
  // Other browsers of hers, one of which was signed out from here; and someone else's, that asks for her address.
  for (const _ of ['one', 'another']) await new Visitor(service.url).signIn(service, ana.email)
  await send('/settings/sessions', '/end')
  await new Visitor(service.url).post('/sign-in', { email: ana.email })
  clock.advance(15 * MINUTE_MS)
  await browser.post('/settings/data/export', { prove: 'mail' })
  await browser.signIn(service, ana.email)
  const ids = await listIds(service, account, ana.email)
  const words = [CANARY, TIME_ZONE, ...ids].map((word) => word.toLowerCase())
  return {
    browser,
    list: async () =>
      (await dump(service))
        .filter(({ text }) => words.some((word) => text.toLowerCase().includes(word)))
        .map(({ table, text }) => `${table}: ${text}`),
  }
}

const findAccount = async ({ store }: TestService, personId: PersonId): Promise<AccountId> => {
  const text = `select id from accounts where person_id = '${personId}'`
  const row = await store.first(once<{ id: AccountId }>(text))
  if (!row) throw new Error('there is no account')
  return row.id
}

/** By which something is kept of an account. */
const listIds = async (
  { store, keys }: TestService,
  account: AccountId,
  email: string,
): Promise<readonly string[]> => {
  const found: string[] = [account]
  for (const [column, table] of [
    ['id', 'sessions'],
    ['hash', 'sessions'],
    ['browser_hash', 'known_browsers'],
    ['id', 'passkeys'],
    ['hash', 'calendars'],
    ['id', 'tokens'],
    ['hash', 'tokens'],
    ['id', 'security_log'],
  ] as const) {
    const text = `select ${column} as value from ${table} where account_id = '${account}'`
    const rows = await store.all(once<{ value: string }>(text))
    expect(rows, table).not.toEqual([])
    found.push(...rows.map(({ value }) => value))
  }
  const asked = `select id as value from sign_ins where address_hash = '${addressHash(keys, email)}'`
  const rows = await store.all(once<{ value: string }>(asked))
  expect(rows).not.toEqual([])
  return [...found, ...rows.map(({ value }) => value)]
}
