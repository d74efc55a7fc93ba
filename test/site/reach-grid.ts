// Who reaches what on the site, page by page and form by form, written by hand. What a path names is the creator's.
//
//   page    shown                      led   taken, or led on
//   enter   led to sign in             out   refused: signed out
//   hidden  404, or led to the list that says it is not there: word for word as for what does not exist
//   again   shown again: not taken     club  the same, since it needs the Club plan
//   refused 403: what they can see is not theirs to change
import { visitors, type VisitorName } from './cast.ts'

//                                                          nobody creator opponent outsider member admin  blocked free   erased
const table = `
GET  /                                                      page   page    page     page     page   page   page    page   page
GET  /sign-in                                               page   led     led      led      led    led    led     led    page
POST /sign-in                                               led    led     led      led      led    led    led     led    led
POST /sign-in/passkey                                       again  led     led      led      led    led    led     led    again
GET  /sign-in/code                                          led    led     led      led      led    led    led     led    led
POST /sign-in/code                                          led    led     led      led      led    led    led     led    led
GET  /sign-in/:link                                         page   page    page     page     page   page   page    page   page
POST /sign-in/:link                                         led    led     led      led      led    led    led     led    led
GET  /sign-up                                               led    led     led      led      led    led    led     led    led
POST /sign-up                                               led    led     led      led      led    led    led     led    led
POST /sign-out                                              out    led     led      led      led    led    led     led    out
GET  /question                                              enter  page    page     page     page   page   page    page   enter
POST /question                                              out    again   again    again    again  again  again   again  out
GET  /record                                                enter  page    page     page     page   page   page    page   enter
GET  /challenges                                            enter  page    page     page     page   page   page    page   enter
GET  /challenges/:id                                        enter  page    page     hidden   hidden hidden hidden  hidden enter
GET  /challenges/:id (inGroup)                              enter  page    page     hidden   page   page   hidden  hidden enter
GET  /challenges/:id (hidden)                               enter  hidden  hidden   hidden   hidden hidden page    hidden enter
POST /challenges/:id                                        out    led     led      hidden   hidden hidden hidden  hidden out
POST /challenges/:id (inGroup)                              out    led     led      hidden   refused refused hidden  hidden out
POST /challenges/:id (hidden)                               out    hidden  hidden   hidden   hidden hidden again   hidden out
GET  /groups                                                enter  page    page     page     page   page   page    page   enter
GET  /groups/:group                                         enter  page    page     hidden   page   page   hidden  hidden enter
GET  /groups/:group/members                                 enter  page    page     hidden   page   page   hidden  hidden enter
POST /groups/:group/members                                 out    refused   refused    hidden   refused  led    hidden  hidden out
POST /groups/:group/members/list                            out    refused   refused    hidden   refused  page   hidden  hidden out
POST /groups/:group/members/:member_id/leave                out    led     refused    hidden   refused  led    hidden  hidden out
GET  /groups/:group/members/:member_id                      enter  hidden  hidden   hidden   hidden page   hidden  hidden enter
POST /groups/:group/members/:member_id/role                 out    hidden  hidden   hidden   hidden led    hidden  hidden out
POST /groups/:group/members/:member_id/remove               out    led     hidden   hidden   hidden led    hidden  hidden out
GET  /groups/:group/webhooks                                enter  hidden  hidden   hidden   hidden page   hidden  hidden enter
POST /groups/:group/webhooks                                out    hidden  hidden   hidden   hidden page   hidden  hidden out
GET  /groups/:group/webhooks/:id                            enter  hidden  hidden   hidden   hidden page   hidden  hidden enter
POST /groups/:group/webhooks/:id/change                     out    hidden  hidden   hidden   hidden led    hidden  hidden out
POST /groups/:group/webhooks/:id/test                       out    hidden  hidden   hidden   hidden led    hidden  hidden out
POST /groups/:group/webhooks/:id/enable                     out    hidden  hidden   hidden   hidden led    hidden  hidden out
POST /groups/:group/webhooks/:id/rotate                     out    hidden  hidden   hidden   hidden page   hidden  hidden out
POST /groups/:group/webhooks/:id/delete                     out    hidden  hidden   hidden   hidden led    hidden  hidden out
GET  /groups/:group/webhooks/:id/deliveries/:delivery_id    enter  hidden  hidden   hidden   hidden page   hidden  hidden enter
POST /groups/:group/webhooks/:id/deliveries/:delivery_id/resend out    hidden  hidden   hidden   hidden led    hidden  hidden out
GET  /groups/:group/tokens                                  enter  hidden  hidden   hidden   hidden page   hidden  hidden enter
GET  /challenges/new                                        enter  page    page     page     page   page   page    page   enter
POST /challenges/new                                        out    page    page     page     page   page   page    page   out
POST /challenges/:id/invite-again                           out    led     refused  hidden   hidden hidden hidden  hidden out
POST /challenges/:id/invite-again (hidden)                  out    hidden  hidden   hidden   hidden hidden led     hidden out
GET  /settings                                              enter  page    page     page     page   page   page    page   enter
POST /settings/names                                        out    led     led      led      led    led    led     led    out
POST /settings/time-zone                                    out    led     led      led      led    led    led     led    out
POST /settings/links                                        out    led     led      led      led    led    led     led    out
GET  /settings/mails                                        enter  page    page     page     page   page   page    page   enter
POST /settings/mails                                        out    led     led      led      led    led    led     led    out
GET  /settings/blocked                                      enter  page    page     page     page   page   page    page   enter
POST /settings/blocked/:handle/unblock                      out    led     hidden   hidden   hidden hidden hidden  hidden out
GET  /settings/sessions                                     enter  page    page     page     page   page   page    page   enter
POST /settings/sessions/end-others                          out    led     led      led      led    led    led     led    out
POST /settings/sessions/:id/end                             out    led     hidden   hidden   hidden hidden hidden  hidden out
GET  /settings/passkeys                                     enter  page    page     page     page   page   page    page   enter
POST /settings/passkeys                                     out    again   again    again    again  again  again   again  out
POST /settings/passkeys/:id/remove                          out    led     hidden   hidden   hidden hidden hidden  hidden out
GET  /settings/calendar                                     enter  page    page     page     page   page   page    page   enter
POST /settings/calendar                                     out    page    page     page     page   page   page    page   out
POST /settings/calendar/end                                 out    led     led      led      led    led    led     led    out
GET  /settings/tokens                                       enter  page    page     page     page   page   page    page   enter
POST /settings/tokens                                       out    page    page     page     page   page   page    club   out
POST /settings/tokens/revoke-all                            out    led     led      led      led    led    led     led    out
POST /settings/tokens/:id/renew                             out    page    hidden   hidden   hidden hidden hidden  club   out
POST /settings/tokens/:id/rename                            out    led     hidden   hidden   hidden hidden hidden  hidden out
POST /settings/tokens/:id/revoke                            out    led     hidden   hidden   hidden hidden hidden  hidden out
GET  /settings/webhooks                                     enter  page    page     page     page   page   page    page   enter
POST /settings/webhooks                                     out    page    page     page     page   page   page    club   out
GET  /settings/webhooks/:id                                 enter  page    hidden   hidden   hidden hidden hidden  hidden enter
POST /settings/webhooks/:id/change                          out    led     hidden   hidden   hidden hidden hidden  hidden out
POST /settings/webhooks/:id/test                            out    led     hidden   hidden   hidden hidden hidden  hidden out
POST /settings/webhooks/:id/enable                          out    led     hidden   hidden   hidden hidden hidden  hidden out
POST /settings/webhooks/:id/rotate                          out    page    hidden   hidden   hidden hidden hidden  hidden out
POST /settings/webhooks/:id/delete                          out    led     hidden   hidden   hidden hidden hidden  hidden out
GET  /settings/webhooks/:id/deliveries/:delivery_id         enter  page    hidden   hidden   hidden hidden hidden  hidden enter
POST /settings/webhooks/:id/deliveries/:delivery_id/resend  out    led     hidden   hidden   hidden hidden hidden  hidden out
GET  /settings/security-log                                 enter  page    page     page     page   page   page    page   enter
GET  /settings/data                                         enter  page    page     page     page   page   page    page   enter
POST /settings/data/export                                  out    page    page     page     page   page   page    page   out
POST /settings/data/erase                                   out    again   again    again    again  again  again   again  out
`

export interface SiteRow {
  /** As the test is named. */
  readonly name: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** Which of several, where a path is asked for more than one thing. */
  readonly which: string | undefined
  readonly expected: Readonly<Record<VisitorName, string>>
}

const ROW = /^(GET|POST) +(\S+)(?: \((\w+)\))? +(.*)$/

export const siteGrid: readonly SiteRow[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [, method = '', path = '', which, rest = ''] = ROW.exec(line) ?? []
    const words = rest.split(/ +/)
    if (words.length !== visitors.length) throw new Error(`a row of the grid is not whole: ${line}`)
    const expected = Object.fromEntries(visitors.map((visitor, at) => [visitor, words[at] ?? '']))
    return {
      name: [method, path, ...(which === undefined ? [] : [`(${which})`])].join(' '),
      method: method as SiteRow['method'],
      path,
      which,
      expected: expected as SiteRow['expected'],
    }
  })
