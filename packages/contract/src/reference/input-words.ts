// What each parameter and member that a call takes is for. Its bounds are in its schema.
import type { EndpointName } from '../endpoints.ts'

type Words = Readonly<Record<string, string>>

/** The same wherever they stand. */
const everywhere: Words = {
  user_email: 'The member that a group token acts for. In the query or in the body.',
  cursor: 'The `next_cursor` of the page before. It carries filters and order.',
  limit: 'How many items a page holds at most.',
  order: 'By time of making: oldest first or newest first.',
}

const challenge: Words = { id: 'The challenge.' }
const group: Words = { id: 'The group.' }
const webhook: Words = { id: 'The subscription.' }

const byEndpoint: { readonly [Name in EndpointName]?: Words } = {
  listChallenges: {
    status: 'Only those in one of these statuses.',
    role: 'Only those in which the acting person is this party.',
    reference: 'Only those that were made with exactly this reference.',
  },
  createChallenge: {
    claim: 'The statement that the creator makes.',
    opponent_email: 'The address of the other party. It is never returned.',
    stake: 'What it is about. The operator may allow certain names only.',
    due_days: 'Days until the challenge is due, 24 hours each.',
    reference: 'A word of your own to find it again. Shown to the creator alone.',
  },
  getChallenge: challenge,
  acceptChallenge: challenge,
  resolveChallenge: { ...challenge, outcome: 'Who won, as the caller sees it.' },
  cancelChallenge: { ...challenge, reason: 'Shown to the other party.' },
  disputeChallenge: { ...challenge, reason: 'Why the proposed outcome is not right.' },
  addEvidence: {
    ...challenge,
    text: 'What speaks for the caller. At least one of `text` and `url`.',
    url: 'Where it can be seen. It is never fetched.',
  },
  supportChallenge: {
    ...challenge,
    side: 'The party that the caller believes.',
    comment: 'Shown in the event, without the name of whoever wrote it.',
  },
  getTally: challenge,
  recordTally: {
    ...challenge,
    amount: 'How much is added to the own count.',
    note: 'What for.',
  },
  reviewTally: { ...challenge, entry_ids: 'Pending entries of the other party.' },
  disputeTally: {
    ...challenge,
    entry_id: 'A pending entry of the other party.',
    reason: 'What is wrong with it.',
  },
  resolveTally: {
    ...challenge,
    entry_id: 'The entry.',
    action: 'What to do with it.',
    amount: 'The new amount. Required to amend, and only then.',
  },
  listEvents: {
    types: 'Only events of these kinds.',
    after: 'Only what is newer than this event. Not together with `cursor`.',
    wait: 'Hold the answer for so many seconds if there is nothing yet. Not with `order=desc`.',
  },
  listMembers: group,
  addMember: {
    ...group,
    email: 'The address of the person. It is never returned.',
    first_name: 'What other members see.',
    last_name: 'Shown to nobody but the person.',
    role: 'An admin manages members and webhooks.',
  },
  removeMember: { ...group, member_id: 'The member.' },
  listGroupChallenges: { ...group, status: 'Only those in one of these statuses.' },
  getGroupStats: group,
  createWebhook: {
    url: 'Where deliveries are sent.',
    events: 'Which kinds are delivered. `*` is all of them, and stands alone.',
    description: 'To tell subscriptions apart.',
  },
  getWebhook: webhook,
  deleteWebhook: webhook,
  enableWebhook: { ...webhook, resend: 'Whether to send what was missed.' },
  rotateWebhook: webhook,
  testWebhook: webhook,
  listDeliveries: webhook,
  resendDelivery: { ...webhook, delivery_id: 'The delivery to repeat.' },
  voteDailyQuestion: {
    option: 'The id of one of the options.',
    question_id: 'The question that the vote is meant for.',
  },
}

/** Undefined where nothing is written. */
export const inputWordsOf = (endpointName: string, member: string): string | undefined => {
  const own = Object.hasOwn(byEndpoint, endpointName) ? byEndpoint[endpointName as EndpointName] : undefined
  return own?.[member] ?? everywhere[member]
}
