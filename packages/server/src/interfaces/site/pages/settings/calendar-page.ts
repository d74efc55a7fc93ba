// /settings/calendar: a secret address under which a calendar program finds the deadlines. Made, renewed and ended here.
import { endCalendarAddress, makeCalendarAddress } from '../../../../features/calendar/calendar.operations.ts'
import { findCalendar, type CalendarRow } from '../../../../features/calendar/calendar.queries.ts'
import { openCalendar } from '../../../../features/calendar/calendar.service.ts'
import { html, type Html } from '../../../../kernel/html.ts'
import { calendarPath } from '../calendar/mount-calendar.ts'
import { runs } from '../../engine/form-work.ts'
import { type SiteResponse, leadTo } from '../../engine/response.ts'
import { type FailedForm, type SiteRequest, signedInForm, signedInPage } from '../../engine/page.ts'
import { copied } from '../../parts/copied.ts'
import { confirmedOnce, buttonForm } from '../../parts/forms.ts'
import { failure } from '../../parts/notices.ts'
import { said, withWord } from '../../parts/flash.ts'
import { showOnce } from '../../parts/one-time-secret.ts'
import { fromNow, timesFor, type Times } from '../../parts/times.ts'
import type { PageContext } from '../../engine/page-context.ts'
import type { SignedInVisit } from '../../engine/visit.ts'
import { showSettings } from './settings-frame.ts'

const PATH = '/settings/calendar'
const END_PATH = `${PATH}/end`

const words = { ended: 'The address has ended: nobody can read your calendar any more.' } as const

const calendarPage = async (
  context: PageContext,
  request: SiteRequest<SignedInVisit>,
  failed?: FailedForm,
): Promise<SiteResponse> => {
  const calendar = await context.read(findCalendar, request.visit.signedIn.accountId)
  return showSettings({
    section: PATH,
    inside: html`${said(request, words)} ${failure(failed)}
      <p>
        Your deadlines in the calendar that you use anyway: until when to answer, until when a challenge runs,
        and what happens otherwise. They stand there with the claim and first names, and can be read only.
      </p>
      ${calendar ? one(calendar, timesFor(context, request.visit)) : none()}`,
  })
}

const none = (): Html =>
  html`<div class="empty">
    <h2>You have no calendar address</h2>
    <p>
      Make one, and give it to your calendar program as a subscription. Whoever knows the address can read
      your deadlines: give it to nobody else.
    </p>
    ${buttonForm(PATH, 'Make an address', { kind: 'main' })}
  </div>`

const one = ({ created_at, used_at }: CalendarRow, times: Times): Html =>
  html`<section class="card">
    <h2>You have a calendar address</h2>
    <p>
      Made ${fromNow(created_at, times)} ·
      ${used_at === null ? 'not read yet' : html`last read ${fromNow(used_at, times)}, or a little later`}
    </p>
    <p>
      It was shown when it was made, and cannot be shown again. For another device, or if someone else has
      seen it, renew it: you get a new address, and the old one ends.
    </p>
    <div class="buttons">
      ${confirmedOnce(
        'Renew…',
        html`<p>Every calendar that reads the old address stops at once, and needs the new one.</p>
          ${buttonForm(PATH, 'Renew the address', { kind: 'main' })}`,
      )}
      ${confirmedOnce(
        'End…',
        html`<p>Every calendar that reads it stops at once. You can make a new address at any time.</p>
          ${buttonForm(END_PATH, 'End the address', { kind: 'bad' })}`,
      )}
    </div>
  </section>`

/** The one time that it is seen. */
const addressPage = ({ origin }: SiteRequest, secret: string): SiteResponse => {
  const path = calendarPath(secret)
  return showSettings({
    section: PATH,
    title: 'Your calendar address',
    isSecret: true,
    scripts: ['copy'],
    inside: html`<div class="notice good" role="status">
        <p><strong>Use it now:</strong> once you have left this page, nobody can show it to you again.</p>
      </div>
      ${copied(`${origin.url}${path}`, 'the address')}
      <p class="buttons">
        <a class="button main" href="webcal://${new URL(origin.url).host}${path}"
          >Open in my calendar program</a
        >
        <a class="button" href="${PATH}">I have it</a>
      </p>
      <p class="quiet">
        In Google Calendar: Other calendars, From URL. In Outlook: Add calendar, Subscribe from web. On an
        iPhone: Calendars, Add Calendar, Add Subscription Calendar. Programs look again about once an hour,
        some only once a day.
      </p>`,
  })
}

const make = runs(makeCalendarAddress, ({ secret }, sent, { read }) =>
  showOnce({
    secret,
    isGood: async () => (await read(openCalendar, secret)) !== undefined,
    show: () => addressPage(sent, secret),
    over: {
      title: 'That address no longer works',
      reason: 'Since then the calendar address was renewed or ended, so it is not shown again.',
    },
    frame: (page) => showSettings({ section: PATH, ...page }),
    back: PATH,
  }),
)

const end = runs(endCalendarAddress, () => leadTo(withWord(PATH, 'ended')))

const back = (): string => PATH

export const calendarPages = [
  signedInPage(PATH, calendarPage),
  signedInForm({ path: PATH, work: make, on: calendarPage }),
  signedInForm({ path: END_PATH, work: end, on: calendarPage, back }),
]
