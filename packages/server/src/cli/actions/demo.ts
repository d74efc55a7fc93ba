// The demonstration: on an empty database, a small world of people and what they play, two of them with tokens, and calls
// to paste. At a later start the same two get new tokens, since the text of the earlier ones is not kept.
import { createToken } from '../../features/access/access.service.ts'
import { findAccountByEmail, hasAccounts } from '../../features/access/accounts.store.ts'
import type { Config } from '../../config/config.ts'
import { signInUrl } from '../../features/sign-in/sign-in-mail.ts'
import { makeOperatorsLink } from '../../features/sign-in/sign-in.service.ts'
import type { AccountId } from '../../kernel/ids.ts'
import type { Keyring } from '../../kernel/keyring.ts'
import { readMailSettings } from '../../mail/messages/compose.ts'
import type { Service } from '../../service.ts'
import type { Store, Tx } from '../../store/store.ts'
import { people } from '../demo/scenes.ts'
import { makeWorld, type WorldParts } from '../demo/world.ts'

/** Of a token that is made at a later start: nobody is to gather them for ever. */
const LATER_TOKEN_DAYS = 30

/** The lines to print. */
export const prepareDemo = async (
  { store, keys, url }: Pick<Service, 'store' | 'keys' | 'url'>,
  config: Config,
  now: number,
): Promise<readonly string[]> => {
  const { site, publicUrl } = config
  const parts = { store, mails: readMailSettings(keys, config) }
  // Looked at inside the transaction: of two that start at once on one database, one makes the people.
  const made = await store.write(async (tx) =>
    (await hasAccounts(tx)) ? renewTokens(tx, now) : makePeople(tx, parts, now),
  )
  if (!made) return strangerLines
  const { ana, ben, title } = made
  const links = site.isOn ? await makeLinks(store, keys, publicUrl ?? url, now) : []
  return [
    '',
    ...links,
    title,
    '',
    '# Who Ana is',
    `curl -s ${url}/v1/me ${bearer(ana)}`,
    '',
    '# Ana challenges Ben',
    `curl -s ${url}/v1/challenges ${bearer(ana)} -H 'Content-Type: application/json' -d '${JSON.stringify(dare)}'`,
    '',
    '# What waits for Ben; accept it with POST …/v1/challenges/<its id>/accept',
    `curl -s '${url}/v1/challenges?status=pending' ${bearer(ben)}`,
    '',
    `Read about every call, and try it: ${url}/docs`,
    '',
  ]
}

/** Of each of them, to be opened in a browser. */
const makeLinks = async (
  store: Store,
  keys: Keyring,
  baseUrl: string,
  now: number,
): Promise<readonly string[]> => {
  const makeLink = async ({ email }: { readonly email: string }): Promise<string> =>
    signInUrl(baseUrl, await store.write((tx) => makeOperatorsLink(tx, keys, email, now)))
  return [
    'Open one of these in a browser; each signs in once, within 15 minutes (later: bin/challenge-service account link ADDRESS):',
    `Ana  ${await makeLink(people.ana)}`,
    `Ben  ${await makeLink(people.ben)}`,
    '',
  ]
}

const dare = {
  claim: 'I run ten kilometres before Sunday.',
  opponent_email: 'ben@demo.example',
  stake: 'a coffee',
  due_days: 5,
}

const bearer = (token: string): string => `-H 'Authorization: Bearer ${token}'`

interface DemoTokens {
  readonly ana: string
  readonly ben: string
  readonly title: string
}

const makePeople = async (tx: Tx, parts: WorldParts, now: number): Promise<DemoTokens> => ({
  ...(await makeWorld(tx, parts, now)),
  title:
    'Four demonstration people were made: Ana, Ben, Cleo and Dan. The tokens of Ana and Ben are shown this once:',
})

/** Undefined where the demonstration people are not in the database. */
const renewTokens = async (tx: Tx, now: number): Promise<DemoTokens | undefined> => {
  const ana = await findAccountByEmail(tx, people.ana.email)
  const ben = await findAccountByEmail(tx, people.ben.email)
  return (
    ana &&
    ben && {
      ana: await makeToken(tx, ana.id, now, LATER_TOKEN_DAYS),
      ben: await makeToken(tx, ben.id, now, LATER_TOKEN_DAYS),
      title: `Ana and Ben are here already. These are new tokens of theirs, good for ${LATER_TOKEN_DAYS} days; earlier ones still work:`,
    }
  )
}

const makeToken = async (tx: Tx, id: AccountId, now: number, expiresInDays?: number): Promise<string> => {
  const owner = { kind: 'account', id } as const
  return (await createToken(tx, { owner, scopes: 'all', name: 'demonstration', expiresInDays }, now)).token
}

const strangerLines = [
  '',
  'This database has accounts of its own, so no demonstration people were made. To get in, make a token for one of them:',
  '  bin/challenge-service account list',
  '  bin/challenge-service token create --account <its e-mail address>',
  '',
]
