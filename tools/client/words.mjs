// The words that several members of the contract take: each list of them is a type of the client, with a name.
import {
  actions,
  actors,
  allScopes,
  attemptOutcomes,
  challengeStatuses,
  deliveryStatuses,
  disabledReasons,
  eventKinds,
  memberRoles,
  outcomes,
  parties,
  plans,
  positions,
  roles,
  settlements,
  tallyStatuses,
  webhookStatuses,
} from '@challenge-service/contract'

/** Its name, the sentence above it, and the words. */
export const wordLists = [
  { name: 'ChallengeStatus', is: 'Where a challenge stands.', words: challengeStatuses },
  { name: 'Party', is: 'One of the two who play.', words: parties },
  { name: 'Role', is: 'What someone is to a challenge.', words: roles },
  { name: 'Position', is: 'What a party can state.', words: positions },
  { name: 'Outcome', is: 'How a challenge can end.', words: outcomes },
  { name: 'Settlement', is: 'By what an outcome came to hold.', words: settlements },
  { name: 'Action', is: 'What someone may do with a challenge.', words: actions },
  { name: 'EventKind', is: 'What an event tells of.', words: eventKinds },
  { name: 'EventActor', is: 'Who did what an event tells of.', words: actors },
  { name: 'MemberRole', is: 'What someone may do in a group.', words: memberRoles },
  { name: 'TallyStatus', is: 'Where an entry of a tally stands.', words: tallyStatuses },
  { name: 'WebhookStatus', is: 'Whether a subscription is delivered to.', words: webhookStatuses },
  { name: 'DisabledReason', is: 'Why a subscription was switched off.', words: disabledReasons },
  { name: 'DeliveryStatus', is: 'What became of a delivery.', words: deliveryStatuses },
  { name: 'AttemptOutcome', is: 'What came of the last attempt of a delivery.', words: attemptOutcomes },
  { name: 'Scope', is: 'What a token may be used for.', words: allScopes },
  { name: 'Plan', is: 'The plan of an account.', words: plans },
]

const isSame = (words, values) =>
  words.length === values.length && words.every((word) => values.includes(word))

/** The list that these values are; undefined where they have no name. */
const findWordList = (values) => wordLists.find(({ words }) => isSame(words, values))

const writeWord = (value) => JSON.stringify(value)

/** The type of one of these values: the name of their list, also where one value more comes before it. */
export const writeOneOf = ([first, ...rest]) => {
  const whole = findWordList([first, ...rest])
  if (whole) return whole.name
  const others = findWordList(rest)
  return [writeWord(first), ...(others ? [others.name] : rest.map(writeWord))].join(' | ')
}

/** The names of the lists that stand in a text that was written with them. */
export const listWordNames = (text) =>
  wordLists.map(({ name }) => name).filter((name) => new RegExp(`[:(|] ?${name}\\b`).test(text))
