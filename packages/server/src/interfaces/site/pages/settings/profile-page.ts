// /settings: names, the time zone, and whether links of mails act at once.
import { setFirstName, setLastName } from '../../../../features/access/accounts.store.ts'
import { findOwnProfile, setLinksSignIn, setTimeZone } from '../../../../features/profile/profile.store.ts'
import { logSecurity } from '../../../../features/security/security-log.store.ts'
import { html, type Html } from '../../../../kernel/html.ts'
import { invalidFields } from '../../../../kernel/refusal.ts'
import { listTimeZones, readTimeZone } from '../../../../kernel/time-zones.ts'
import { compileMembers } from '../../../../operations/input.ts'
import { toMembers } from '../../engine/form-members.ts'
import {
  failedAt,
  leadTo,
  ownForm,
  ownPage,
  type SiteAnswer,
  type SiteRequest,
  type FailedForm,
  type SentForm,
} from '../../engine/page.ts'
import { selectField, textField, tickField } from '../../parts/fields.ts'
import { form } from '../../parts/forms.ts'
import { failure } from '../../parts/notices.ts'
import { said, withWord } from '../../parts/flash.ts'
import { atTime } from '../../parts/times.ts'
import type { PageContext } from '../../engine/page-context.ts'
import type { SignedInVisit } from '../../engine/visit.ts'
import { nameSchemas } from './names.ts'
import { showSettings } from './settings-frame.ts'

const PATH = '/settings'
const NAMES_PATH = '/settings/names'
const ZONE_PATH = '/settings/time-zone'
const LINKS_PATH = '/settings/links'

const words = {
  names: 'Your names are saved. What is there already keeps the old ones.',
  zone: 'Times are shown in your time zone now.',
  links: 'Links in your mails do that from now on, also in mails that you have.',
} as const

const profilePage = async (
  context: PageContext,
  asked: SiteRequest<SignedInVisit>,
  failed?: FailedForm,
): Promise<SiteAnswer> => {
  const { signedIn, now } = asked.visit
  const profile = await findOwnProfile(context.store, signedIn.accountId)
  const zone = profile.timeZone ?? context.site.timeZone
  return showSettings({
    section: PATH,
    inside: html`${said(asked, words)}
      ${failure(failed, { first_name: 'Your first name', last_name: 'Your last name', time_zone: 'Your time zone' })}
      <section class="card">
        <h2>Names</h2>
        ${namesForm(profile, failedAt(failed, NAMES_PATH))}
      </section>
      <section class="card">
        <h2>Address</h2>
        <p>${signedIn.account.email}</p>
        <p class="quiet">
          Nobody else sees it. Whoever runs this service can move your account to another one.
        </p>
      </section>
      <section class="card">
        <h2>Time zone</h2>
        ${zoneForm(zone, failedAt(failed, ZONE_PATH))}
        <p class="quiet">It is ${atTime(now, { zone, now })} there.</p>
      </section>
      <section class="card">
        <h2>Links in mails</h2>
        ${linksForm(profile.linksSignIn)}
      </section>`,
  })
}

const namesForm = (
  { firstName, lastName }: { readonly firstName: string; readonly lastName: string | null },
  failed: FailedForm | undefined,
): Html =>
  form(
    NAMES_PATH,
    html`${textField({
        name: 'first_name',
        label: 'Your first name',
        schema: nameSchemas.properties.first_name,
        value: firstName,
        autocomplete: 'given-name',
        hint: 'The people you play see it. A change holds from now on; what is there already keeps the old name.',
        failed,
      })}
      ${textField({
        name: 'last_name',
        label: 'Your last name',
        schema: nameSchemas.properties.last_name,
        value: lastName,
        isOptional: true,
        autocomplete: 'family-name',
        hint: 'Nobody but you sees it.',
        failed,
      })}
      <p class="buttons"><button class="main">Save the names</button></p>`,
  )

const zoneForm = (zone: string, failed: FailedForm | undefined): Html =>
  form(
    ZONE_PATH,
    html`${selectField({
        name: 'time_zone',
        label: 'Your time zone',
        choices: listTimeZones().map((name) => ({ value: name, label: name.replaceAll('_', ' ') })),
        value: zone,
        failed,
      })}
      <p class="buttons"><button>Save the time zone</button></p>`,
  )

const linksForm = (linksSignIn: boolean): Html =>
  form(
    LINKS_PATH,
    html`${tickField({
        name: 'links',
        label: 'What the links in a mail do',
        kind: 'radio',
        failed: undefined,
        ticks: [
          {
            value: 'act',
            label: 'They show what they are about, and you can answer there at once',
            hint: 'Whoever you pass a mail on to can do so too.',
            isTicked: !linksSignIn,
          },
          {
            value: 'sign_in',
            label: 'They lead to signing in',
            hint: 'You answer, or leave a group, once you are signed in, and whoever else has a mail of yours can do neither. One link never asks for it: the one that chooses which mails you get.',
            isTicked: linksSignIn,
          },
        ],
      })}
      <p class="buttons"><button>Save</button></p>`,
  )

const readNames = compileMembers(nameSchemas)

const saveNames = async (
  context: PageContext,
  { visit, fields }: SentForm<SignedInVisit>,
): Promise<SiteAnswer> => {
  const names = readNames(toMembers(nameSchemas, fields))
  const { accountId } = visit.signedIn
  await context.store.write(async (tx) => {
    await setFirstName(tx, accountId, names.first_name)
    await setLastName(tx, accountId, names.last_name ?? null)
  })
  return leadTo(withWord(PATH, 'names'))
}

const saveZone = async (
  context: PageContext,
  { visit, fields }: SentForm<SignedInVisit>,
): Promise<SiteAnswer> => {
  const zone = readTimeZone(fields.get('time_zone') ?? '')
  if (zone === undefined) throw invalidFields([{ field: 'time_zone', message: 'must be one of the list' }])
  await context.store.write((tx) => setTimeZone(tx, visit.signedIn.accountId, zone))
  return leadTo(withWord(PATH, 'zone'))
}

const saveLinks = async (
  context: PageContext,
  { visit, fields }: SentForm<SignedInVisit>,
): Promise<SiteAnswer> => {
  const signsIn = fields.get('links') === 'sign_in'
  const { store, clock } = context
  const { accountId } = visit.signedIn
  await store.write(async (tx) => {
    if (!(await setLinksSignIn(tx, accountId, signsIn))) return
    const facts = { links: signsIn ? 'sign_in' : 'act', browser: visit.browser.name }
    logSecurity(tx, accountId, 'links_changed', facts, clock.now())
  })
  return leadTo(withWord(PATH, 'links'))
}

const back = (): string => PATH

export const profilePages = [
  ownPage(PATH, profilePage),
  ownForm({ path: NAMES_PATH, receive: saveNames, on: profilePage, back }),
  ownForm({ path: ZONE_PATH, receive: saveZone, on: profilePage, back }),
  ownForm({ path: LINKS_PATH, receive: saveLinks, on: profilePage, back }),
]
