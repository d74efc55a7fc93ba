// What each member of a challenge means.

const challenge = {
  id: 'The challenge.',
  claim: 'The statement that the creator makes.',
  stake: 'What it is about.',
  due_days: 'Days until it is due, as given when it was made.',
  due_at: 'When it is due: `created_at` and `due_days` times 24 hours.',
  status: 'Where it stands.',
  role: 'What the acting person is to it.',
  reference: 'The word that the creator gave it. For the creator alone, where there is one.',
  creator: 'Who made the claim.',
  'creator.first_name': 'The first name.',
  opponent: 'Whom it was made against.',
  'opponent.first_name': 'Null until they accept, unless both are members of the group.',
  group_id: 'The group it was made under; null if it is private.',
  group_name: 'The name of that group.',
  positions: 'What each party has stated.',
  'positions.creator': 'By the creator; null if nothing yet.',
  'positions.opponent': 'By the opponent; null if nothing yet.',
  proposal: 'The outcome that was proposed first.',
  resolution: 'How it ended.',
  dispute: 'The objection to the proposal.',
  cancellation: 'The request of one party to cancel it.',
  support: 'How many observers believe whom.',
  'support.creator': 'On the side of the creator.',
  'support.opponent': 'On the side of the opponent.',
  'support.mine': 'The side of the acting person.',
  evidence_count: 'How many pieces of evidence there are.',
  allowed_actions: 'What the acting person may do with it now.',
  created_at: 'When it was made.',
  accepted_at: 'When the opponent accepted it.',
  closed_at: 'When it was resolved, cancelled, declined or expired.',
  updated_at: 'When it last changed.',
}

export const challengeWords = {
  Challenge: challenge,
  ChallengeWithEvidence: {
    ...challenge,
    evidence: 'What the parties have brought forward, oldest first.',
  },
  FeedChallenge: {
    ...challenge,
    allowed_actions: 'What the owner of the feed could do at that moment; null in the feed of a group.',
  },
  Proposal: {
    by: 'The party that proposed.',
    outcome: 'What it proposed.',
    proposed_at: 'When.',
    confirm_by:
      'Until then the other party can dispute it. After that it holds, if they were told of it in time; else it lapses.',
  },
  Resolution: {
    outcome: 'Who won. `void` comes from the clock alone: no majority in a dispute.',
    settled_by: 'Whether one gave in, both agreed, one stayed silent, or support decided.',
    settled_at: 'When.',
  },
  Dispute: {
    opened_by: 'The party that objected.',
    reason: 'Why.',
    opened_at: 'When.',
    decide_by: 'When support decides, if the parties have not settled it by then.',
  },
  Cancellation: {
    requested_by: 'The party that asked.',
    reason: 'Why.',
    requested_at: 'When.',
    lapses_at: 'When the request counts no more.',
  },
  Evidence: {
    id: 'The piece of evidence.',
    by: 'The party that added it.',
    text: 'What it says.',
    url: 'Where it can be seen.',
    created_at: 'When it was added.',
  },
}
