// A pasted list of people: each line is added by itself, and the page says of each what became of it. Sent again it adds
// nobody twice, and goes on where it was broken off.
import { endpoints } from '@challenge-service/contract'
import { normalizeAddress } from '@challenge-service/contract/plain'
import type { Actor } from '../../../../features/access/actor.ts'
import { alreadyMember, listMembersAlready } from '../../../../features/groups/members.service.ts'
import { listUsedKeys } from '../../../../features/idempotency/idempotency.queries.ts'
import { html, type Html } from '../../../../kernel/html.ts'
import { invalidFields, Refusal } from '../../../../kernel/refusal.ts'
import { doesOneOf } from '../../engine/form-work.ts'
import type { SiteResponse } from '../../engine/response.ts'
import { type SentForm, signedInForm } from '../../engine/page.ts'
import { asSentence } from '../../parts/notices.ts'
import type { PageContext } from '../../engine/page-context.ts'
import type { SignedInVisit } from '../../engine/visit.ts'
import { showGroup } from './group-frame.ts'
import { addLabels, pasteForm, PASTED } from './member-forms.ts'
import { backToMembers, MEMBERS_PATH, membersPage, pathOfMembers } from './members-page.ts'
import { enterGroup } from './own-group.ts'
import { LINES_AT_MOST, readPasted, type PastedMember } from './pasted-members.ts'

/** `problem`: why they were not added; null where they were. */
interface LineOutcome {
  readonly line: string
  readonly problem: string | null
  /** They are not there either. */
  readonly isWrong: boolean
}

const addAll = async (context: PageContext, sent: SentForm<SignedInVisit>): Promise<SiteResponse> => {
  const group = await enterGroup(context, sent)
  const people = readPasted(sent.fields.get(PASTED) ?? '')
  checkCount(people.length)
  const outcomes = await addEach(context, sent, group.id, people)
  const added = outcomes.filter(({ problem }) => problem === null).length
  const path = pathOfMembers(group)
  const wrong = outcomes.filter(({ isWrong }) => isWrong)
  return showGroup({
    group,
    section: '/members',
    title: 'What became of your list',
    inside: html`<div class="notice ${added === outcomes.length ? 'good' : ''}" role="status">
        <p>${countAdded(added, outcomes.length)}</p>
      </div>
      <ol class="rows card">
        ${outcomes.map(row)}
      </ol>
      ${
        wrong.length > 0 &&
        html`<section class="card">
          <h2>Correct and send again</h2>
          ${pasteForm(`${path}/list`, undefined, wrong.map(({ line }) => line).join('\n'))}
        </section>`
      }
      <p class="buttons"><a class="button" href="${path}">To the members</a></p>`,
  })
}

const checkCount = (count: number): void => {
  if (count === 0) throw invalidFields([{ field: PASTED, message: 'is empty: write one person a line' }])
  if (count > LINES_AT_MOST) {
    const message = `has ${count} lines, and ${LINES_AT_MOST} are taken at once. Nobody was added`
    throw invalidFields([{ field: PASTED, message }])
  }
}

const addEach = async (
  context: PageContext,
  sent: SentForm<SignedInVisit>,
  id: string,
  people: readonly PastedMember[],
): Promise<readonly LineOutcome[]> => {
  const { actor } = sent.visit.signedIn
  const lines = people.map((pasted, at) => ({
    ...pasted,
    key: sent.key === undefined ? undefined : `${sent.key}:${at}`,
    address: normalizeAddress(pasted.members.email ?? ''),
  }))
  const [already, addedBefore] = await lookUp(context, actor, id, lines)
  const outcomes: LineOutcome[] = []
  for (const [at, { line, members, key, address }] of lines.entries()) {
    if (address !== undefined && already.has(address)) {
      outcomes.push({
        line,
        ...(key !== undefined && addedBefore.has(key) ? added : describe(alreadyMember())),
      })
      continue
    }
    try {
      await context.call(endpoints.addMember, actor, { params: { id }, body: members, key })
      outcomes.push({ line, ...added })
    } catch (error) {
      if (!(error instanceof Refusal) || error.code === 'internal_error') throw error
      // It holds for every line. Where some were added before it did, the page has to say so.
      const isForAll = error.code === 'forbidden' || error.code === 'not_found'
      if (isForAll && at === 0) throw error
      outcomes.push({ line, ...describe(error) })
    }
  }
  return outcomes
}

const added = { problem: null, isWrong: false }

/** Who is a member already, and which lines made someone so when this form was sent before. */
const lookUp = async (
  { read }: PageContext,
  actor: Actor,
  groupId: string,
  lines: readonly { readonly key: string | undefined; readonly address: string | undefined }[],
): Promise<readonly [already: ReadonlySet<string>, addedBefore: ReadonlySet<string>]> => {
  const addresses = lines.flatMap(({ address }) => address ?? [])
  const already = await read(listMembersAlready, actor, groupId, addresses)
  const owners = lines
    .filter(({ address }) => address !== undefined && already.has(address))
    .flatMap(({ key }) =>
      key === undefined ? [] : [{ ownerId: actor.caller.ownerId, actorId: actor.id, key }],
    )
  return [already, await read(listUsedKeys, owners)]
}

const describe = ({ message, details, reason }: Refusal): Omit<LineOutcome, 'line'> => {
  const problems = details.fields ?? []
  return {
    problem:
      problems.length === 0
        ? message
        : problems.map((problem) => asSentence(labelOf(problem.field), problem.message)).join(' '),
    isWrong: reason !== 'already_member',
  }
}

const labelOf = (field: string): string =>
  Object.hasOwn(addLabels, field) ? addLabels[field as keyof typeof addLabels] : field

const countAdded = (count: number, all: number): string => {
  if (count === all) return all === 1 ? 'One person was added.' : `All ${all} people were added.`
  if (count === 0) return all === 1 ? 'Nobody was added.' : `Of ${all} lines none was added.`
  return `Of ${all} lines ${count === 1 ? 'one was' : `${count} were`} added.`
}

const row = ({ line, problem, isWrong }: LineOutcome): Html =>
  html`<li>
    <p>
      <bdi>${line}</bdi>
      ${problem === null ? html`<span class="tag good">Added</span>` : isWrong ? html`<span class="tag bad">Not added</span>` : html`<span class="tag">There already</span>`}
    </p>
    ${problem !== null && html`<p class="quiet small">${problem}</p>`}
  </li>`

export const pastedPages = [
  signedInForm({
    path: `${MEMBERS_PATH}/list`,
    work: doesOneOf([endpoints.addMember], addAll),
    on: membersPage,
    back: backToMembers,
    tooLong: `Of a list ${LINES_AT_MOST} lines are taken at once, and nobody was added. Go back, and paste it in parts.`,
  }),
]
