// What is open while the demonstration runs, in every status that asks something of someone. Nothing of it waits for Ben's
// yes or no: the call that the start prints for him shows the one challenge that a newcomer has just made.
import {
  accept,
  amend,
  cancel,
  confirm,
  dispute,
  doubt,
  record,
  say,
  show,
  turn,
  type Scene,
} from './scene.ts'

/** The tally that is under way: confirmed, waiting and disputed entries over eight days. */
const race: Scene = {
  claim: 'I will run further than you in these two weeks.',
  stake: 'pancakes on Sunday morning',
  dueDays: 14,
  between: ['ana', 'ben'],
  daysAgo: 9.2,
  turns: [
    turn(9, 'ben', accept),
    turn(8.3, 'ana', record(5, 'around the park, twice')),
    turn(8.1, 'ben', record(3, 'to the office and back')),
    turn(8, 'ben', confirm(0)),
    turn(7.9, 'ana', confirm(1)),
    turn(7.2, 'ben', record(6, 'along the river')),
    turn(6.9, 'ana', confirm(2)),
    turn(6.3, 'ana', record(4, 'in the rain')),
    turn(6.1, 'ben', confirm(3)),
    turn(5.2, 'ben', record(7, 'up to the tower')),
    turn(5.1, 'ana', confirm(4)),
    turn(4.4, 'ana', record(8, 'the long way to the lake')),
    turn(4.2, 'ben', doubt(5, 'The lake is six kilometres away, not eight.')),
    turn(4, 'ana', amend(5, 7)),
    turn(3.8, 'ben', confirm(5)),
    turn(3.2, 'ana', record(6, 'before breakfast')),
    turn(3, 'ben', confirm(6)),
    turn(2.3, 'ben', record(9, 'with the dog')),
    turn(2.1, 'ana', doubt(7, 'The dog ran nine. You sat down at the kiosk.')),
    turn(2, 'ben', show('The dog’s collar counted nine kilometres, and I held the other end.')),
    turn(1.4, 'ana', record(5, 'to the bridge and back')),
    turn(1.1, 'ana', show('Our route on the map.', 'https://maps.example/lake-and-back')),
    turn(0.9, 'ben', record(4, 'around the park')),
    turn(0.3, 'ana', record(3, 'stairs count as well')),
  ],
}

const waiting: readonly Scene[] = [
  {
    claim: 'I will name all stations of the ring line without looking.',
    stake: 'an ice cream',
    dueDays: 10,
    between: ['cleo', 'ana'],
    daysAgo: 0.2,
    turns: [],
  },
  {
    claim: 'I will get up before six every day of this week, or I owe you a coffee.',
    stake: 'a coffee',
    dueDays: 7,
    between: ['ana', 'dan'],
    daysAgo: 0.6,
    turns: [],
  },
]

const underWay: readonly Scene[] = [
  {
    claim: 'I will eat no sugar for a month.',
    stake: 'a cake of your choice',
    dueDays: 30,
    between: ['ben', 'ana'],
    daysAgo: 12,
    turns: [
      turn(11.8, 'ana', accept),
      turn(5, 'ben', show('Day seven. I have counted every raisin.')),
      turn(1, 'ben', cancel('My birthday is next week, and there is a cake.')),
    ],
  },
  {
    claim: 'I will finish a whole book this week.',
    stake: 'the next book',
    dueDays: 7,
    between: ['ana', 'cleo'],
    daysAgo: 8.5,
    turns: [turn(8.2, 'cleo', accept), turn(3, 'ana', show('Page 214 of 380, and it is getting good.'))],
  },
]

/** Someone has said how it ended. */
const said: readonly Scene[] = [
  {
    claim: 'I can do fifty push-ups in a row.',
    stake: 'a pizza',
    dueDays: 14,
    between: ['ben', 'ana'],
    daysAgo: 6,
    turns: [
      turn(5.9, 'ana', accept),
      turn(1.2, 'ben', show('Cleo counted along.')),
      turn(1.1, 'ben', say('creator_won')),
    ],
  },
  {
    claim: 'I will learn to juggle three balls before the month is over.',
    stake: 'a round of table football',
    dueDays: 21,
    between: ['ana', 'cleo'],
    daysAgo: 7,
    turns: [turn(6.8, 'cleo', accept), turn(0.8, 'ana', say('creator_won'))],
  },
  {
    claim: 'I will beat you at chess twice in a row.',
    stake: 'washing up for a week',
    dueDays: 10,
    between: ['ana', 'ben'],
    daysAgo: 8,
    turns: [
      turn(7.7, 'ben', accept),
      turn(3.4, 'ana', say('creator_won')),
      turn(2.6, 'ben', dispute('The second game was a draw: I had a king and a pawn.')),
      turn(2.5, 'ben', show('The last position, with my pawn one step from the end.')),
      turn(2.2, 'ana', show('The clock: his flag had fallen before that.')),
    ],
  },
]

export const runningScenes: readonly Scene[] = [race, ...waiting, ...underWay, ...said]
