// /settings/blocked: people whose challenges do not reach me.
import { nextTurn } from '../../../../kernel/turn.ts'
import { listOwnBlocks, type OwnBlock } from '../../../../features/challenges/challenges.queries.ts'
import { unblock } from '../../../../features/challenges/play/play.operations.ts'
import { cutTo } from '../../../../kernel/cut.ts'
import type { PersonId } from '../../../../kernel/ids.ts'
import { html, type Html } from '../../../../kernel/html.ts'
import { type SiteResponse, leadTo } from '../../engine/response.ts'
import { type SentForm, type SiteRequest, signedInForm, signedInPage } from '../../engine/page.ts'
import { doesOneOf, runForAccount } from '../../engine/form-work.ts'
import { buttonForm } from '../../parts/forms.ts'
import { inQuotes } from '../../parts/quotation.ts'
import { said, withWord } from '../../parts/flash.ts'
import { fromNow, timesFor, type Times } from '../../parts/times.ts'
import type { PageContext } from '../../engine/page-context.ts'
import type { SignedInVisit } from '../../engine/visit.ts'
import { showSettings } from './settings-frame.ts'

const PATH = '/settings/blocked'
const HANDLE_LENGTH = 22

const words = {
  unblocked: 'They are unblocked: their next challenge reaches you, unless you blocked them elsewhere too.',
} as const

/** So many are made in one turn: each takes about 20 µs. */
const HANDLES_AT_ONCE = 100

/** Stands for where they were blocked, which may be the id of a person, and never leaves. */
const handleOf = ({ keys }: PageContext, own: PersonId, { origin }: OwnBlock): string =>
  keys.sign('link', `block ${own} ${origin}`).toString('base64url').slice(0, HANDLE_LENGTH)

interface NamedBlock {
  readonly block: OwnBlock
  readonly handle: string
}

/** Each with its handle, a hundred at a time. */
const listWithHandles = async (context: PageContext, personId: PersonId): Promise<readonly NamedBlock[]> => {
  const blocks = await context.read(listOwnBlocks, personId)
  const named: NamedBlock[] = []
  for (const block of blocks) {
    named.push({ block, handle: handleOf(context, personId, block) })
    if (named.length % HANDLES_AT_ONCE === 0) await nextTurn()
  }
  return named
}

const blockedPage = async (
  context: PageContext,
  request: SiteRequest<SignedInVisit>,
): Promise<SiteResponse> => {
  const { personId } = request.visit.signedIn.account
  const blocks = await listWithHandles(context, personId)
  const times = timesFor(context, request.visit)
  return showSettings({
    section: PATH,
    inside: html`${said(request, words)}
      <p>
        Later challenges from them do not reach you. They are not told. You block someone on the page of a
        challenge.
      </p>
      ${
        blocks.length === 0
          ? html`<p class="empty">You have blocked nobody.</p>`
          : html`<ul class="rows card">
              ${blocks.map(({ block, handle }) => row(block, handle, times))}
            </ul>`
      }`,
  })
}

const row = ({ name, claim, blocked_at }: OwnBlock, handle: string, times: Times): Html => {
  const shown = name ?? (claim === null ? 'Someone' : `Your opponent in ${inQuotes(cutTo(claim, 60))}`)
  return html`<li>
    <p>
      <strong><bdi>${shown}</bdi></strong>
    </p>
    <p class="quiet small">Blocked ${fromNow(blocked_at, times)}</p>
    ${buttonForm(`${PATH}/${handle}/unblock`, html`Unblock<span class="unseen"> ${shown}</span>`)}
  </li>`
}

const receive = async (context: PageContext, sent: SentForm<SignedInVisit>): Promise<SiteResponse> => {
  const blocks = await listWithHandles(context, sent.visit.signedIn.account.personId)
  const found = blocks.find(({ handle }) => handle === sent.params['handle'])
  await runForAccount(context, unblock, sent, found?.block.origin, {})
  return leadTo(withWord(PATH, 'unblocked'))
}

const back = (): string => PATH

export const blockedPages = [
  signedInPage(PATH, blockedPage),
  signedInForm({
    path: `${PATH}/:handle/unblock`,
    work: doesOneOf([unblock], receive),
    on: blockedPage,
    back,
    list: back,
  }),
]
