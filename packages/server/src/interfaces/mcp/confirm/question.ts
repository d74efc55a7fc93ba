// What a person is asked before an assistant binds them: what would happen, to whom, and what it costs, in whole sentences.
// What others typed is marked as theirs. Nothing stands here that the person could not see on the page.
import type {
  Challenge,
  ConfirmedCall,
  Question as DailyQuestion,
  TallyChange,
  Tool,
} from '@challenge-service/contract'
import type { Actor } from '../../../features/access/actor.ts'
import { inWords } from '../../../kernel/instants.ts'
import { Fault } from '../../../kernel/refusal.ts'
import { leadOf } from '../../../wording/choice.ts'
import { consequenceOf } from '../../../wording/consequence.ts'
import { timeLeft } from '../../../wording/deadline.ts'
import { otherName } from '../../../wording/names.ts'
import { quote } from '../words/quote.ts'
import { withSafeNames } from '../words/safe-names.ts'
import { choiceOf } from './choice-of.ts'
import { writeTallyQuestion } from './tally-question.ts'
import { words } from '../../../wording/words.ts'

export interface CallToConfirm {
  readonly actor: Pick<Actor, 'firstName' | 'groupName'>
  readonly tool: Pick<Tool, 'name'>
  readonly call: ConfirmedCall
  /** The challenge that it is about or that is played again, as it stands; undefined where it is about none. */
  readonly before: Challenge | undefined
  /** What the call would answer. */
  readonly data: unknown
  readonly zone: string
}

export const writeQuestion = (toConfirm: CallToConfirm): string => {
  const { firstName, groupName } = toConfirm.actor
  const where = groupName === null ? '' : `, in the group ${quote(groupName)}`
  return [`${quote(firstName)}, do you want this${where}?`, ...listSentences(toConfirm)].join('\n')
}

const listSentences = (toConfirm: CallToConfirm): readonly string[] => {
  const { call, data, before } = toConfirm
  const { name } = call
  if (name === 'createChallenge') return askToCreate(toConfirm, data as Challenge)
  if (name === 'voteDailyQuestion') return askToVote(data as DailyQuestion)
  if (!before) throw new Fault(`${call.endpoint.path} is asked about without a challenge`)
  if (name === 'reviewTally' || name === 'disputeTally') {
    return [...writeTallyQuestion(call, withSafeNames(before), data as TallyChange), ...subject(before)]
  }
  return askToAnswer(toConfirm, name, before, data as Challenge)
}

/** A move in a challenge that is there. */
const askToAnswer = (
  { tool, call, zone }: CallToConfirm,
  name: keyof typeof choiceOf,
  before: Challenge,
  after: Challenge,
): readonly string[] => {
  const challenge = withSafeNames(before)
  const choice = choiceOf[name](before, after)
  const left = timeLeft(after, zone)
  return [
    leadOf(choice, challenge, { after, agrees: tool.name === 'agree' }),
    ...(choice === 'cancel' && before.cancellation !== null ? [] : givenReason(call)),
    ...subject(before),
    consequenceOf(choice, challenge, zone),
    ...(left === null ? [] : [left]),
    ...(choice === 'accept' && before.group_name !== null ? [readBy(before)] : []),
  ]
}

/** Of whoever agrees to cancel none is kept, so nobody is asked about one. */
const givenReason = ({ body: { reason } }: ConfirmedCall): readonly string[] =>
  typeof reason === 'string' && reason !== ''
    ? [`You say why, and the other party reads it: ${quote(reason)}`]
    : []

const subject = ({ role, creator, claim, stake }: Challenge): readonly string[] => {
  const whose = role === 'creator' ? 'your' : `${quote(creator.first_name)}’s`
  return [`Claim, in ${whose} words: ${quote(claim)}`, `Stake, in ${whose} words: ${quote(stake)}`]
}

const readBy = ({ group_name: name }: Challenge): string =>
  name === null ? words.newChallenge.readByTwo : words.newChallenge.readByGroup({ group: quote(name) })

const askToCreate = ({ call, before, zone }: CallToConfirm, made: Challenge): readonly string[] => [
  `You challenge ${nameChallenged(call, withSafeNames(made), before)}.`,
  ...subject(made),
  `Due: ${inWords(Date.parse(made.due_at), zone)}.`,
  ...Object.values(words.newChallenge.once),
  readBy(made),
]

/** An address only as it was sent: whether anyone has it is told to nobody. */
const nameChallenged = ({ body }: ConfirmedCall, made: Challenge, played: Challenge | undefined): string => {
  if (typeof body['opponent_email'] === 'string') return body['opponent_email']
  return played ? `${otherName(withSafeNames(played))} again` : otherName(made)
}

/** Of what others voted nothing: who has not voted yet does not see it. */
const askToVote = ({ text, options, my_vote }: DailyQuestion): readonly string[] => {
  const chosen = options.find(({ id }) => id === my_vote)
  return [
    `You vote ${quote(chosen?.text ?? '')} on today’s question: ${quote(text)}`,
    words.question.votedOnce,
  ]
}
