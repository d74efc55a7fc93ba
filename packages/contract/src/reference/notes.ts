// What a caller has to know of each endpoint beyond its schemas. Paragraphs are separated by an empty line.
import type { EndpointName } from '../endpoints.ts'

export const notes: { readonly [Name in EndpointName]: string } = {
  getMe:
    'With a group token this is the membership of the person that `user_email` names: the names given when they were added, their record in that group, `plan` null, `created_at` the day they joined.',
  listChallenges: 'Newest first. With a group token: those of that group alone. Filters can be combined.',
  createChallenge:
    'The opponent is told by mail, and needs neither a token nor a plan to answer. The answer never depends on what is known of the address, and the address is never returned.\n\nA challenge belongs to a group only if it is made with a token of that group; its members can then read it. Neither `claim` nor `stake` may hold the opponent’s address.',
  getChallenge: 'Parties see their own challenges, members of a group all of those made under it.',
  acceptChallenge:
    'For the opponent, while the challenge is `pending`. It becomes `active`, and from now on the creator sees the opponent’s first name.',
  resolveChallenge:
    'States the position of the caller. What it does depends on where things stand, and the first that fits decides:\n\n1. It grants the other party the win: `resolved`, settled by `concession`.\n2. It equals the position of the other party: `resolved`, settled by `agreement`.\n3. The challenge is `active` or `due`: `proposed`. The other party has 72 hours to agree, concede or dispute. Their silence settles it if they were told in time; else the proposal lapses, and the position with it.\n4. The challenge is `proposed`: whoever proposed may only concede (`invalid_state`); an outcome that contradicts the proposal is a `conflict`: dispute it instead.\n5. The challenge is `disputed`: the new position replaces the old one, at most 10 times for each party (`conflict`); to repeat one’s own changes nothing. Agreeing and conceding are always possible.',
  cancelChallenge:
    'While `pending`, the creator takes the challenge back (`cancelled`) and the opponent declines it (`declined`). While `active` or `due`, it takes both: the first call is noted in `cancellation` and lapses after 72 hours; when the other party cancels too, the challenge is `cancelled`.',
  disputeChallenge:
    'For the party that did not propose, while the challenge is `proposed`. After seven days the support of the group’s observers decides; without a majority the outcome is `void`.',
  addEvidence:
    'For the parties, while the challenge is `active`, `due`, `proposed` or `disputed`. A text, a link, or both. Links are shown as they are and never fetched. At most 50 for each party.',
  supportChallenge:
    'For observers who were members of the group when the challenge was accepted. 201 the first time; a second call changes side or comment, answers 200 and does not count against the quota. A person changes it at most 10 times (`conflict`); giving the same again changes nothing. Support is shown as counts, never by name.',
  getTally:
    '`next_cursor` stands beside `data` and pages through `entries`; the sums are always those of the whole tally.',
  recordTally:
    'For the parties, while the challenge is `active` or `due`. The entry is `pending` until the other party confirms or disputes it. A negative amount takes back.',
  reviewTally: 'All or none: if one entry cannot be confirmed, nothing is.',
  disputeTally:
    'The entry is `disputed` until its author withdraws or amends it, or the one who objected accepts it after all.',
  resolveTally:
    '`withdraw`: the author takes back a pending or disputed entry. `amend`: the author gives a disputed entry another `amount`, and it is pending again; an entry is amended at most 10 times (`conflict`). `accept`: the one who disputed it confirms it.',
  listEvents:
    'Oldest first. Keep the id of the last event you have handled and pass it as `after`: whatever is newer follows, and nothing is missed. `after` and `cursor` exclude each other.\n\nWith `wait` the answer is held until something comes or the seconds pass, so that a poller hears of changes at once. With `Accept: text/event-stream` the feed is streamed; each `id:` is an event id, and a stream begins after `Last-Event-ID`, else `after`, else now. A token may hold five waiting calls and streams at a time. Both end when the token, its plan, its scope or the membership is gone, and a stream also when its reader takes nothing for 30 seconds.',
  listGroups: 'With a group token: that group alone.',
  listMembers: 'First names alone, newest first. `is_me` marks the acting person.',
  addMember:
    'For admins of the group. The person is told by mail, with a way to leave. Someone who has left is added again by the operator alone; this call then answers as for a member.',
  removeMember: 'For admins of the group, and for oneself. The last admin can neither leave nor be removed.',
  listGroupChallenges: 'Every challenge made under the group, also those between other members.',
  getGroupStats: 'Shares and medians are null where there is nothing to count.',
  listWebhooks:
    'With a group token, reading and managing subscriptions needs an acting person who is an admin of the group.',
  createWebhook:
    'The `signing_secret` is in this answer and never again: store it. `events` takes kinds of events, or `["*"]` for all of them, which is the default.\n\nThe URL must be `https` and lead to a public address; a URL can be subscribed once for each account or group. At most 20 subscriptions.',
  getWebhook: 'Without its signing secret.',
  deleteWebhook: 'Deliveries that were waiting for it are not sent. The feed still has their events.',
  enableWebhook:
    'With `resend` every event that was not delivered since the oldest failure is queued again, in the order of the feed: at most once in an hour for a subscription. A subscription is switched on at most 10 times in a day. What is over is a `conflict` with `Retry-After`. A receiver that answers 410 unsubscribes: what was on its way then may still arrive, and nothing leaves after it.',
  rotateWebhook:
    'For 24 hours each delivery is signed with both secrets, so that a receiver can change over without losing one. A second rotation ends the oldest secret at once.',
  testWebhook:
    'Queues a `webhook.test` event for this subscription alone, with the same signature, retries and consequences as any other. It is in no feed.',
  listDeliveries: 'Newest first: kind, status, attempts, and what the receiver answered last.',
  resendDelivery: 'The same body under a new delivery id. A switched-off subscription is enabled first.',
  getDailyQuestion: 'There is a question every day. `results` is null until the acting person has voted.',
  voteDailyQuestion:
    'One vote a day for each account and each membership; it cannot be changed. With `question_id` a vote that arrives after midnight is refused rather than counted for the next question.',
}
