// /challenges/new: a challenge is written, looked at, and sent. Nothing of it is kept before it is sent: the page carries
// what was typed from step to step, and the look before it goes is the very call of the API, undone.
import { randomUUID } from 'node:crypto'
import { endpoints, type Challenge } from '@challenge-service/contract'
import type { Actor } from '../../../../features/access/actor.ts'
import { html } from '../../../../kernel/html.ts'
import { isId } from '../../../../kernel/ids.ts'
import { MINUTE_MS } from '../../../../kernel/instants.ts'
import { invalidFields, Refusal } from '../../../../kernel/refusal.ts'
import { doesOneOf } from '../../engine/form-work.ts'
import { getActingMember } from '../../engine/acting-member.ts'
import { FORM_ID } from '../../parts/forms.ts'
import { failure } from '../../parts/notices.ts'
import { withWord } from '../../parts/flash.ts'
import { timesFor } from '../../parts/times.ts'
import { type SiteResponse, leadTo, show } from '../../engine/response.ts'
import {
  type FailedForm,
  type SentForm,
  type SiteRequest,
  signedInForm,
  signedInPage,
} from '../../engine/page.ts'
import type { PageContext } from '../../engine/page-context.ts'
import { makeFormKey, without } from '../../engine/sent-form.ts'
import type { SignedInVisit } from '../../engine/visit.ts'
import { beginDraft, readDraft, readMembers, type Surroundings } from './new-challenge-draft.ts'
import { drawForm, inPlainWords, labels } from './new-challenge-form.ts'
import { drawPreview, SEEN_AT } from './new-challenge-preview.ts'
import { NEW_CHALLENGE_PATH } from '../../../http/site-links.ts'

/** What was shown of when it ends is true for so long. */
const LOOKED_AT_MS = 15 * MINUTE_MS

type SignedInRequest = SiteRequest<SignedInVisit>
type SentDraft = SentForm<SignedInVisit>

const newPage = async (
  context: PageContext,
  request: SignedInRequest,
  failed?: FailedForm,
): Promise<SiteResponse> => {
  if (failed) return drawPage(context, request, inPlainWords(failed), true)
  const typed = await beginDraft(context, request)
  return drawPage(context, request, unfailed(typed), false)
}

const unfailed = (typed: URLSearchParams): FailedForm => ({
  path: NEW_CHALLENGE_PATH,
  typed,
  problems: [],
  message: null,
})

const drawPage = async (
  context: PageContext,
  { visit }: SignedInRequest,
  draft: FailedForm,
  hasFailed: boolean,
): Promise<SiteResponse> => {
  const around = await readDraft(context, visit, draft.typed)
  const times = timesFor(context, visit)
  return show({
    title: 'New challenge',
    section: 'challenges',
    isNarrow: true,
    main: html`<h1>New challenge</h1>
      ${hasFailed && failure(draft, labels)}
      ${drawForm({ context, draft, around, times, formId: getFormId(draft.typed) })}`,
  })
}

/** One and the same from the first look to the sending, so that going back and forth makes no second challenge. */
const getFormId = (typed: URLSearchParams): string => {
  const id = typed.get(FORM_ID) ?? ''
  return id === '' ? randomUUID() : id
}

const receive = async (context: PageContext, sent: SentDraft): Promise<SiteResponse> => {
  const { fields, visit } = sent
  switch (fields.get('step')) {
    case 'edit':
      return drawPage(context, sent, unfailed(fields), false)
    case 'send':
      return visit.now - Number(fields.get(SEEN_AT)) < LOOKED_AT_MS
        ? sendIt(context, sent)
        : preview(context, sent, fields.has(SEEN_AT))
    default:
      return preview(context, sent, false)
  }
}

const preview = async (
  context: PageContext,
  { fields: sent, visit }: SentDraft,
  isShownAgain: boolean,
): Promise<SiteResponse> => {
  const around = await readDraft(context, visit, sent)
  const fields = withKnownName(sent, around)
  const challenge = await make(context, visit, fields, { isTrial: true })
  const times = timesFor(context, visit)
  return show({
    title: 'Before it goes',
    section: 'challenges',
    isNarrow: true,
    main: drawPreview({
      challenge,
      typed: fields,
      around,
      times,
      formId: getFormId(fields),
      isShownAgain,
    }),
  })
}

/** Whoever is played with again is called as before until they accept: a private challenge shows no name of theirs. */
const withKnownName = (sent: URLSearchParams, { played, group }: Surroundings): URLSearchParams => {
  const known = played.find(({ id }) => id === sent.get('rematch_of'))?.name ?? null
  if (group || known === null || (sent.get('reference') ?? '').trim() !== '') return sent
  const fields = new URLSearchParams(sent)
  fields.set('reference', known)
  return fields
}

const sendIt = async (context: PageContext, { fields, visit, path }: SentDraft): Promise<SiteResponse> => {
  const key = makeFormKey(path, without(fields, SEEN_AT, 'step'))
  const { id } = await make(context, visit, fields, { key })
  return leadTo(withWord(`/challenges/${id}`, 'sent'))
}

const make = async (
  context: PageContext,
  visit: SignedInVisit,
  fields: URLSearchParams,
  how: { readonly key: string | undefined } | { readonly isTrial: true },
): Promise<Challenge> => {
  const body = readMembers(fields)
  const actor = await getActor(context, visit, fields)
  try {
    return (await context.call(endpoints.createChallenge, actor, { body, ...how })).data
  } catch (error) {
    throw error instanceof Refusal && error.code === 'not_found' ? nobodyThere(fields) : error
  }
}

/** In a group they act as the member that they are there. */
const getActor = async (
  context: PageContext,
  visit: SignedInVisit,
  fields: URLSearchParams,
): Promise<Actor> => {
  const groupId = fields.get('group') ?? ''
  if (groupId === '') return visit.signedIn.actor
  // Whatever no id can be is no group of theirs, and not fit to be looked for.
  return getActingMember(context, visit, isId('group', groupId) ? groupId : '')
}

/** Whoever was chosen has gone, or was never there: the same for both, and beside the field. */
const nobodyThere = (fields: URLSearchParams): Refusal => {
  const field = (fields.get('rematch_of') ?? '') === '' ? 'opponent_member_id' : 'rematch_of'
  return invalidFields([{ field, message: 'names nobody whom you can challenge here' }])
}

export const newChallengePages = [
  signedInPage(NEW_CHALLENGE_PATH, newPage),
  signedInForm({
    path: NEW_CHALLENGE_PATH,
    work: doesOneOf([endpoints.createChallenge], receive),
    on: newPage,
  }),
]
