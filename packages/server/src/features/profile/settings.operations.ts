// What a person says of themselves: their names, their time zone, and whether links in mails act at once.
import { oneOf, personName } from '@challenge-service/contract'
import * as Type from 'typebox'
import { invalidFields } from '../../kernel/refusal.ts'
import { readTimeZone } from '../../kernel/time-zones.ts'
import { setFirstName, setLastName } from '../access/accounts.store.ts'
import { operation } from '../operation.ts'
import { logSecurity } from '../security/security-log.store.ts'
import { setLinksSignIn, setTimeZone } from './settings.store.ts'

const FIRST_MAX = 40
const LAST_MAX = 80
/** Longer than the name of any zone. */
const ZONE_MAX = 100

export const namesInput = Type.Object(
  { first_name: personName(FIRST_MAX), last_name: Type.Optional(personName(LAST_MAX)) },
  { additionalProperties: false },
)

export const rename = operation({
  name: 'profile.rename',
  by: 'account',
  input: namesInput,
  run: async (tx, { by: { account }, input }) => {
    await setFirstName(tx, account.id, input.first_name)
    await setLastName(tx, account.id, input.last_name ?? null)
  },
})

export const chooseTimeZone = operation({
  name: 'profile.choose_time_zone',
  by: 'account',
  input: Type.Object({ time_zone: Type.String({ maxLength: ZONE_MAX }) }, { additionalProperties: false }),
  run: async (tx, { by: { account }, input }) => {
    const zone = readTimeZone(input.time_zone)
    if (zone === undefined) throw invalidFields([{ field: 'time_zone', message: 'must be one of the list' }])
    await setTimeZone(tx, account.id, zone)
  },
})

/** What the links in their mails do from now on. */
export const chooseLinks = operation({
  name: 'profile.choose_links',
  by: 'account',
  input: Type.Object({ links: oneOf(['act', 'sign_in']) }, { additionalProperties: false }),
  run: async (tx, { by: { account, browser }, input: { links }, now }) => {
    if (!(await setLinksSignIn(tx, account.id, links === 'sign_in'))) return
    logSecurity(tx, account.id, 'links_changed', { links, browser: browser.name }, now)
  },
})
