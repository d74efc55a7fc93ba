// What the group plays: one challenge under support, one in dispute, and enough that has ended for its statistics.
import { accept, dispute, say, show, support, turn, type Scene } from './scene.ts'

const open: readonly Scene[] = [
  {
    claim: 'I will take the stairs to the ninth floor every day for two weeks.',
    stake: 'a box of biscuits for all',
    dueDays: 14,
    between: ['cleo', 'dan'],
    inGroup: true,
    daysAgo: 6.5,
    turns: [
      turn(6.2, 'dan', accept),
      turn(5.8, 'ana', support('creator', 'She has the knees of a goat.')),
      turn(5.5, 'ben', support('opponent', 'There is a lift, and it is warm.')),
      turn(2.7, 'cleo', show('Fifty-four floors so far.')),
    ],
  },
  {
    claim: 'I will go a whole week without saying “synergy”.',
    stake: 'lunch',
    dueDays: 7,
    between: ['ben', 'cleo'],
    inGroup: true,
    daysAgo: 9.5,
    turns: [
      turn(9.3, 'cleo', accept),
      turn(2.9, 'ben', say('creator_won')),
      turn(2.4, 'cleo', dispute('He said it on Wednesday, and then he said it again.')),
      turn(2.3, 'cleo', show('The minutes of Wednesday, second page.')),
      turn(1.9, 'ana', support('opponent', 'I was there. So was the word.')),
      turn(1.7, 'dan', support('creator', 'Quoting someone does not count.')),
    ],
  },
  {
    claim: 'I will bring a better cake than you on Friday.',
    stake: 'the last slice',
    dueDays: 5,
    between: ['dan', 'cleo'],
    inGroup: true,
    daysAgo: 0.4,
    turns: [],
  },
]

/** Decided by those who watched. */
const decided: Scene = {
  claim: 'I will hit the bin from my chair five times in a row.',
  stake: 'emptying the dishwasher',
  dueDays: 5,
  between: ['ana', 'ben'],
  inGroup: true,
  daysAgo: 19,
  turns: [
    turn(18.8, 'ben', accept),
    turn(15.2, 'ana', say('creator_won')),
    turn(14.9, 'ben', dispute('The fourth one bounced off the wall.')),
    turn(14.6, 'cleo', support('creator', 'Off the wall is in.')),
    turn(14.2, 'dan', support('creator')),
  ],
}

interface Finished {
  readonly claim: string
  readonly stake: string
  readonly between: Scene['between']
  readonly outcome: 'creator_won' | 'opponent_won' | 'draw'
  readonly daysAgo: number
}

/** They were played for a few days, and the two agreed. */
const finished: readonly Finished[] = [
  {
    claim: 'I will answer every message on the day it comes.',
    stake: 'a coffee',
    between: ['dan', 'ana'],
    outcome: 'opponent_won',
    daysAgo: 40,
  },
  {
    claim: 'I will come by bicycle all week.',
    stake: 'a bell',
    between: ['ben', 'dan'],
    outcome: 'creator_won',
    daysAgo: 37,
  },
  {
    claim: 'I will guess the weight of the pumpkin.',
    stake: 'a bowl of soup',
    between: ['cleo', 'ben'],
    outcome: 'creator_won',
    daysAgo: 34,
  },
  {
    claim: 'I will be on time for the morning round all week.',
    stake: 'a coffee',
    between: ['ana', 'dan'],
    outcome: 'creator_won',
    daysAgo: 31,
  },
  {
    claim: 'I will hold a plank for three minutes.',
    stake: 'lunch',
    between: ['cleo', 'ana'],
    outcome: 'creator_won',
    daysAgo: 28,
  },
  {
    claim: 'I will solve the crossword before you.',
    stake: 'a pencil',
    between: ['dan', 'ben'],
    outcome: 'draw',
    daysAgo: 23,
  },
  {
    claim: 'I will beat you at table tennis.',
    stake: 'lunch',
    between: ['ana', 'cleo'],
    outcome: 'creator_won',
    daysAgo: 12,
  },
]

const toScene = ({ outcome, daysAgo, between: [creator, opponent], ...words }: Finished): Scene => ({
  ...words,
  between: [creator, opponent],
  dueDays: 7,
  inGroup: true,
  daysAgo,
  turns: [
    turn(daysAgo - 0.2, opponent, accept),
    turn(daysAgo - 4, creator, say(outcome)),
    // Who gives up needs no yes of the other.
    ...(outcome === 'opponent_won' ? [] : [turn(daysAgo - 4.5, opponent, say(outcome))]),
  ],
})

export const groupScenes: readonly Scene[] = [...open, decided, ...finished.map(toScene)]
