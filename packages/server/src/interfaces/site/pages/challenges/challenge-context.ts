// Who looks at a challenge, and where what they press is sent: someone who is signed in, or whoever has the link of a mail.
import type { ShownChallenge } from '../../../../features/challenges/play/shown.service.ts'
import type { ShownTally } from '../../../../features/tally/shown-tally.ts'
import { html, type Html, type Part } from '../../../../kernel/html.ts'
import type { FailedForm } from '../../engine/page.ts'
import { form } from '../../parts/forms.ts'
import type { Times } from '../../parts/times.ts'

export interface Seat {
  /** The page itself, where its forms are sent. */
  readonly path: string
  readonly times: Times
  readonly shown: ShownChallenge
  /** Null where nobody has recorded anything. */
  readonly tally: ShownTally | null
  /** Nobody knows their first name yet. */
  readonly isNameless: boolean
  /** Null where there is nobody to block. */
  readonly hasBlocked: boolean | null
  readonly isByLink: boolean
  /** The page of the group that it was made in; null where there is none, or they are no member. */
  readonly groupPath: string | null
  /** The way to invite again, or to play again. */
  readonly again: Part
  readonly failed: FailedForm | undefined
}

/** An answer to the other party. */
export const CHOICE = 'choice'
/** What they read on the page: where it has changed since, the answer was to something else. */
export const SEEN = 'seen'
/** Something that is added to the challenge, or done to an entry of its tally. */
export const ACTION = 'action'

/** The form that failed, if it is this one. Several forms of a page can do the same to different entries. */
export const failedIn = (
  { failed }: Pick<Seat, 'failed'>,
  kind: typeof CHOICE | typeof ACTION,
  value: string,
  entryId: string | null = null,
): FailedForm | undefined =>
  failed?.typed.get(kind) === value && failed.typed.get('entry_id') === entryId ? failed : undefined

/** Where a field of a form stands, on a page where several forms have one of this name. */
export const fieldId = (name: string, value: string, entryId: string | null = null): string =>
  [value, name, ...(entryId === null ? [] : [entryId])].join('-')

/** Where the fields of the form that failed stand. */
export const failedFieldId = ({ typed }: Pick<FailedForm, 'typed'>, name: string): string =>
  fieldId(name, typed.get(CHOICE) ?? typed.get(ACTION) ?? '', typed.get('entry_id'))

export const seatForm = ({ path }: Pick<Seat, 'path'>, inside: Part): Html => form(path, inside)

export const pressed = (
  kind: typeof CHOICE | typeof ACTION,
  value: string,
  label: Part,
  style: '' | 'main' | 'bad' | 'plain' = '',
): Html => html`<button class="${style}" name="${kind}" value="${value}">${label}</button>`
