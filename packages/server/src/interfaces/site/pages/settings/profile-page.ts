// /settings: names, the time zone, and whether links of mails act at once.
import {
  chooseLinks,
  chooseTimeZone,
  namesInput,
  rename,
} from '../../../../features/profile/settings.operations.ts'
import { findOwnProfile } from '../../../../features/profile/settings.queries.ts'
import { html, type Html } from '../../../../kernel/html.ts'
import { listTimeZones } from '../../../../kernel/time-zones.ts'
import { runs } from '../../engine/form-work.ts'
import { type SiteResponse, leadTo } from '../../engine/response.ts'
import {
  type FailedForm,
  type SentForm,
  type SiteRequest,
  failedAt,
  signedInForm,
  signedInPage,
} from '../../engine/page.ts'
import { selectField, textField, tickField } from '../../parts/fields.ts'
import { form } from '../../parts/forms.ts'
import { failure } from '../../parts/notices.ts'
import { said, withWord } from '../../parts/flash.ts'
import { atTime } from '../../parts/times.ts'
import type { PageContext } from '../../engine/page-context.ts'
import type { SignedInVisit } from '../../engine/visit.ts'
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
  request: SiteRequest<SignedInVisit>,
  failed?: FailedForm,
): Promise<SiteResponse> => {
  const { signedIn, now } = request.visit
  const profile = await context.read(findOwnProfile, signedIn.accountId)
  const zone = profile.timeZone ?? context.site.timeZone
  return showSettings({
    section: PATH,
    inside: html`${said(request, words)}
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
        schema: namesInput.properties.first_name,
        value: firstName,
        autocomplete: 'given-name',
        hint: 'The people you play see it. A change holds from now on; what is there already keeps the old name.',
        failed,
      })}
      ${textField({
        name: 'last_name',
        label: 'Your last name',
        schema: namesInput.properties.last_name,
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

const saved = (word: keyof typeof words) => () => leadTo(withWord(PATH, word))

/** What no zone is called is none of the list, however long it is. */
const readZone = ({ fields }: SentForm) => ({ time_zone: (fields.get('time_zone') ?? '').slice(0, 100) })

const readLinks = ({ fields }: SentForm) => ({ links: fields.get('links') === 'sign_in' ? 'sign_in' : 'act' })

const back = (): string => PATH

export const profilePages = [
  signedInPage(PATH, profilePage),
  signedInForm({ path: NAMES_PATH, work: runs(rename, saved('names')), on: profilePage, back }),
  signedInForm({
    path: ZONE_PATH,
    work: runs(chooseTimeZone, saved('zone'), readZone),
    on: profilePage,
    back,
  }),
  signedInForm({
    path: LINKS_PATH,
    work: runs(chooseLinks, saved('links'), readLinks),
    on: profilePage,
    back,
  }),
]
