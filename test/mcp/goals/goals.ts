// What people want of their assistant, and calls of tools that reach it. Someone who was given the list of tools alone, and
// no other word of the service, found the same tools in the same order for each of these. Where a client cannot ask its
// person, what is confirmed takes a call more; with it confirming what the other counted takes four. Where an argument is
// taken from an earlier answer, its place there stands for it.

/** A member of the answer to an earlier call, the first being 0. */
export interface Taken {
  readonly call: number
  readonly path: string
}

const taken = (call: number, path: string): Taken => ({ call, path })

export interface GoalCall {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
}

export interface Goal {
  readonly goal: string
  /** How things stand for Ana when she says it: a scene of scenes.ts. */
  readonly scene: string
  readonly calls: readonly GoalCall[]
  /** A part of what the last call answers. */
  readonly reaches: object
}

const call = (tool: string, input: GoalCall['input'] = {}): GoalCall => ({ tool, input })

/** Found by the call before. */
const found = { challenge_id: taken(0, 'items.0.id') }

export const goals: readonly Goal[] = [
  {
    goal: 'Challenge Ben, ben@play.example, to a run: I do ten kilometres in five days, for a coffee.',
    scene: 'nothing',
    calls: [
      call('create_challenge', {
        claim: 'I run ten kilometres.',
        opponent_email: 'ben@play.example',
        stake: 'a coffee',
        due_days: 5,
      }),
    ],
    reaches: { status: 'pending', role: 'creator', due_days: 5 },
  },
  {
    goal: 'What waits for me?',
    scene: 'invited',
    calls: [call('list_challenges', { status: ['pending', 'active', 'due', 'proposed', 'disputed'] })],
    reaches: { items: [{ status: 'pending', role: 'opponent' }] },
  },
  {
    goal: 'Take on what Ben wants to play.',
    scene: 'invited',
    calls: [
      call('list_challenges', { status: ['pending'], role: 'opponent' }),
      call('accept_challenge', found),
    ],
    reaches: { status: 'active' },
  },
  {
    goal: 'Tell Ben no, I have a cold.',
    scene: 'invited',
    calls: [
      call('list_challenges', { status: ['pending'], role: 'opponent' }),
      call('decline_or_cancel', { ...found, reason: 'I have a cold.' }),
    ],
    reaches: { status: 'declined', closed_reason: 'I have a cold.' },
  },
  {
    goal: 'He won, concede.',
    scene: 'running',
    calls: [call('list_challenges', { status: ['active', 'due', 'proposed'] }), call('concede', found)],
    reaches: { status: 'resolved', resolution: { outcome: 'opponent_won', settled_by: 'concession' } },
  },
  {
    goal: 'I made it: say that I won.',
    scene: 'running',
    calls: [
      call('list_challenges', { status: ['active', 'due'] }),
      call('propose_outcome', { ...found, outcome: 'creator_won' }),
    ],
    reaches: { status: 'proposed', proposal: { by: 'creator', outcome: 'creator_won' } },
  },
  {
    goal: 'Ben says that he won. That is right.',
    scene: 'proposed',
    calls: [call('list_challenges', { status: ['proposed'] }), call('agree', found)],
    reaches: { status: 'resolved', resolution: { outcome: 'opponent_won', settled_by: 'concession' } },
  },
  {
    goal: 'Ben did not win: his watch had stopped.',
    scene: 'proposed',
    calls: [
      call('list_challenges', { status: ['proposed'] }),
      call('dispute_outcome', { ...found, reason: 'His watch had stopped.' }),
    ],
    reaches: { status: 'disputed', dispute: { reason: 'His watch had stopped.' } },
  },
  {
    goal: 'I ran four more kilometres this morning.',
    scene: 'running',
    calls: [
      call('list_challenges', { status: ['active', 'due'] }),
      call('record_tally', { ...found, amount: 4, note: 'This morning.' }),
    ],
    reaches: { creator: { claimed: 4 }, entries: [{ amount: 4, note: 'This morning.', status: 'pending' }] },
  },
  {
    goal: 'What Ben counted is right, confirm it.',
    scene: 'counted',
    calls: [
      call('list_challenges', { status: ['active', 'due'] }),
      call('get_tally', found),
      call('review_tally', { ...found, entry_ids: [taken(1, 'entries.0.id')] }),
    ],
    reaches: { opponent: { confirmed: 3 }, entries: [{ amount: 3, status: 'confirmed' }] },
  },
  {
    goal: 'Here is the proof of my run: https://example.com/run',
    scene: 'running',
    calls: [
      call('list_challenges', { status: ['active', 'due'] }),
      call('add_evidence', { ...found, url: 'https://example.com/run' }),
    ],
    reaches: { by: 'creator', url: 'https://example.com/run' },
  },
  {
    goal: 'What is new?',
    scene: 'running',
    calls: [call('list_events')],
    reaches: { items: [{ type: 'challenge.accepted' }, { type: 'challenge.created' }] },
  },
  {
    goal: 'The question of the day: I take the first answer.',
    scene: 'nothing',
    calls: [
      call('get_daily_question'),
      call('vote', { option: taken(0, 'options.0.id'), question_id: taken(0, 'id') }),
    ],
    reaches: { results: { total: 1 } },
  },
  {
    goal: 'How does my group play?',
    scene: 'a dispute in a group',
    calls: [call('list_groups'), call('get_group_stats', { group_id: taken(0, 'items.0.id') })],
    reaches: { challenges: { disputed: 1 }, top_stakes: [{ stake: 'a coffee', count: 1 }] },
  },
  {
    goal: 'In the dispute in my group I believe the person who made the claim.',
    scene: 'a dispute in a group',
    calls: [
      call('list_groups'),
      call('list_group_challenges', { group_id: taken(0, 'items.0.id'), status: ['disputed'] }),
      call('support_side', { challenge_id: taken(1, 'items.0.id'), side: 'creator' }),
    ],
    reaches: { status: 'disputed', support: { creator: 1, opponent: 0, mine: 'creator' } },
  },
  {
    goal: 'Play the same with Ben once more.',
    scene: 'ended',
    calls: [
      call('list_challenges', { status: ['resolved'] }),
      call('create_challenge', {
        claim: taken(0, 'items.0.claim'),
        rematch_of: taken(0, 'items.0.id'),
        stake: taken(0, 'items.0.stake'),
        due_days: taken(0, 'items.0.due_days'),
      }),
    ],
    reaches: { status: 'pending', role: 'creator' },
  },
]
