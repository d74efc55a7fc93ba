// The form of a new challenge. Its limits are those of the API, what is wrong with it is said in the API's words, with
// what the fields are called here.
import { describeExpectation, newChallengeMembers, type Member } from '@challenge-service/contract'
import type { Played } from '../../../../features/challenges/challenges.queries.ts'
import { cutTo } from '../../../../kernel/cut.ts'
import { inQuotes } from '../../parts/quotation.ts'
import { html, type Html, type Part } from '../../../../kernel/html.ts'
import { DAY_MS, inWords } from '../../../../kernel/instants.ts'
import { selectField, textField, tickField, type SelectOption } from '../../parts/fields.ts'
import { form } from '../../parts/forms.ts'
import { numberField } from '../../parts/number-field.ts'
import { textArea } from '../../parts/text-area.ts'
import { atTime, type Times } from '../../parts/times.ts'
import type { FailedForm } from '../../engine/page.ts'
import type { PageContext } from '../../engine/page-context.ts'
import { presets, type DraftField, type Surroundings } from './new-challenge-draft.ts'
import { NEW_CHALLENGE_PATH } from '../../../http/site-links.ts'

export const labels: Readonly<Record<Exclude<DraftField, 'due_preset'>, string>> = {
  group: 'Make it in',
  claim: 'What you claim',
  rematch_of: 'Someone you have played',
  opponent_member_id: 'A member of the group',
  opponent_email: 'Their address',
  stake: 'What is at stake',
  due_days: 'Another number of days',
  reference: 'Your name for them',
}

/** With the names of fields, as the API has them, in words. */
export const inPlainWords = (failed: FailedForm): FailedForm => ({
  ...failed,
  problems: failed.problems.map(({ field, message }) => ({
    field,
    message: message.replaceAll(/\b(?:opponent_email|opponent_member_id|rematch_of)\b/g, (name) =>
      labels[name as keyof typeof labels].toLowerCase(),
    ),
  })),
})

export interface DrawnForm {
  readonly context: PageContext
  /** What was typed, and what is wrong with it. */
  readonly draft: FailedForm
  readonly around: Surroundings
  readonly times: Times
  readonly formId: string
}

export const drawForm = (drawn: DrawnForm): Html => {
  const { draft, formId } = drawn
  return form(
    NEW_CHALLENGE_PATH,
    // Enter in a field presses the first button of a form: it shows the challenge, and lists nobody.
    html`<button name="step" value="see" hidden></button>
      ${textArea({
        name: 'claim',
        label: labels.claim,
        schema: newChallengeMembers.claim,
        hint: 'How will both of you know who won? Say what counts, and until when.',
        failed: draft,
      })}
      ${groupField(drawn)} ${whom(drawn)}
      ${textField({
        name: 'reference',
        label: labels.reference,
        schema: newChallengeMembers.reference,
        isOptional: true,
        hint: 'Only you see it, while their own name is not known yet.',
        failed: draft,
      })}
      ${stakeField(drawn)} ${daysFields(drawn)}
      <p class="buttons">
        <button class="main" name="step" value="see">See it before it goes</button>
      </p>`,
    null,
    formId,
  )
}

const groupField = ({ draft, around: { groups, hasMoreGroups, group } }: DrawnForm): Part =>
  groups.length > 0 && [
    selectField({
      name: 'group',
      label: labels.group,
      choices: [
        { value: '', label: 'Private: just the two of you' },
        ...groups.map(({ id, name }) => ({ value: id, label: name })),
      ],
      value: '',
      hint: `In a group all its members can read it, and it counts there, under your name in that group.${
        hasMoreGroups ? ' Not all of your groups are listed here: begin on the page of another one.' : ''
      }`,
      // What was chosen and is none of theirs any more is not chosen.
      failed: group ? draft : withoutField(draft, 'group'),
    }),
    listMembers(groups, group),
  ]

/** Without a script, what can be chosen from is listed by one more press. With one group it is listed for good. */
const listMembers = (groups: Surroundings['groups'], listed: Surroundings['group']): Part =>
  (listed === undefined || groups.length > 1) &&
  html`<p class="buttons">
    <button name="step" value="edit" formnovalidate>
      ${listed ? 'Another group? List its members' : 'List the members of the chosen group'}
    </button>
  </p>`

const withoutField = (draft: FailedForm, name: DraftField): FailedForm => {
  const typed = new URLSearchParams(draft.typed)
  typed.delete(name)
  return { ...draft, typed }
}

/** Exactly one of them, as the API has it. */
const whom = ({ draft, around }: DrawnForm): Html => {
  const { group, members, hasMoreMembers } = around
  const played = listChoosable(around, draft.typed)
  const isOneOfSeveral = played.length > 0 || group !== undefined
  return html`<fieldset class="field several">
    <legend>
      ${isOneOfSeveral ? 'Whom do you challenge? Name them in one of these ways.' : 'Whom do you challenge?'}
    </legend>
    ${
      played.length > 0 &&
      selectField({
        name: 'rematch_of',
        label: labels.rematch_of,
        choices: [nobody, ...played.map(toChoice)],
        value: '',
        hint: played.some(({ groupName }) => groupName !== null)
          ? 'Also someone from a group: it is made where you chose above, private or in a group.'
          : undefined,
        failed: draft,
      })
    }
    ${
      group &&
      selectField({
        name: 'opponent_member_id',
        label: labels.opponent_member_id,
        choices: [nobody, ...members.map(memberNames(members))],
        value: '',
        hint: hasMoreMembers ? `The first ${members.length} are listed here.` : undefined,
        failed: draft,
      })
    }
    ${textField({
      name: 'opponent_email',
      label: labels.opponent_email,
      type: 'email',
      schema: newChallengeMembers.opponent_email,
      isOneOfSeveral,
      isLiteral: true,
      hint: 'They need no account, and are not told your address. Whether they have an account is told to nobody.',
      failed: draft,
    })}
  </fieldset>`
}

/** In a group its members are listed already, but for whoever is to be played with again. */
const listChoosable = ({ played, group }: Surroundings, typed: URLSearchParams): readonly Played[] =>
  group ? played.filter(({ id, isMember }) => !isMember || id === typed.get('rematch_of')) : played

const nobody: SelectOption = { value: '', label: '–' }

const toChoice = (played: Played): SelectOption => ({
  value: played.id,
  label: `${namePlayed(played)}${played.groupName === null ? '' : `, in ${played.groupName}`}`,
})

/** Who gave no name, and has none from the creator either, is told by what was played for. */
const namePlayed = ({ name, claim }: Played): string =>
  name ?? `Your opponent in ${inQuotes(cutTo(claim, 40))}`

/** How each of them is named: of two with one name it is said since when each is there. */
export const memberNames = (members: readonly Member[]): ((member: Member) => SelectOption) => {
  const counts = new Map<string, number>()
  for (const { first_name } of members) counts.set(first_name, (counts.get(first_name) ?? 0) + 1)
  return ({ id, first_name, joined_at }) => ({
    value: id,
    label:
      (counts.get(first_name) ?? 0) < 2
        ? first_name
        : `${first_name}, here since ${inWords(Date.parse(joined_at), 'UTC')}`,
  })
}

const stakeField = ({ context, draft }: DrawnForm): Html => {
  const { stakes } = context.config
  if (stakes === null) {
    return textField({
      name: 'stake',
      label: labels.stake,
      schema: newChallengeMembers.stake,
      hint: 'A coffee, a pizza, the dishes for a week, or just the honour.',
      failed: draft,
    })
  }
  const typed = draft.typed.get('stake')
  const isListed = typed !== null && stakes.includes(typed)
  return selectField({
    name: 'stake',
    label: labels.stake,
    choices: [
      ...(isListed ? [] : [{ value: '', label: 'Choose one' }]),
      ...stakes.map((stake) => ({ value: stake, label: stake })),
    ],
    value: '',
    failed: isListed ? draft : withoutField(draft, 'stake'),
  })
}

const daysFields = ({ draft, times }: DrawnForm): Html =>
  html`${tickField({
    name: 'due_preset',
    label: 'How long it runs',
    kind: 'radio',
    hint: `From the moment you send it, 24 hours a day. Times are those of ${times.zone}.`,
    ticks: presets.map(([days, label]) => ({
      value: String(days),
      label,
      hint: html`until ${atTime(times.now + days * DAY_MS, times)}`,
      isTicked: false,
    })),
    failed: draft,
  })}
  ${numberField({
    name: 'due_days',
    label: labels.due_days,
    schema: newChallengeMembers.due_days,
    isOptional: true,
    hint: `It ${describeExpectation(newChallengeMembers.due_days)}, and counts in place of the above; you see the exact time before it goes.`,
    failed: draft,
  })}`
