// The demonstration as plain data: four people, and a row for each challenge that they have made in the last weeks.
import type { Party, Position } from '@challenge-service/contract'
import { DEMO_DOMAIN } from '../../kernel/demo-address.ts'

const person = (firstName: string, lastName: string) => ({
  email: `${firstName.toLowerCase()}@${DEMO_DOMAIN}`,
  firstName,
  lastName,
})

/** The start prints tokens for Ana and Ben; Dan has no account, and answers by mail. */
export const people = {
  ana: person('Ana', 'Lima'),
  ben: person('Ben', 'Okoye'),
  cleo: person('Cleo', 'Marin'),
  dan: person('Dan', 'Novak'),
} as const

export type PersonName = keyof typeof people

/** Those who have an account. */
export type AccountName = Exclude<PersonName, 'dan'>

export const GROUP_NAME = 'Office Olympics'

/** Days ago are days, of which a part is a part of the waking hours. */
export type Terms = readonly [
  creator: PersonName,
  opponent: PersonName,
  daysAgo: number,
  dueDays: number,
  stake: string,
  where?: 'in the group',
]

/** Entries of a tally are named by their place: the first that was recorded is 0. */
export type Deed =
  | readonly ['accept']
  | readonly ['cancel', reason?: string]
  | readonly ['say', outcome: Position]
  | readonly ['dispute', reason: string]
  | readonly ['show', text: string, url?: string]
  | readonly ['support', side: Party, comment?: string]
  | readonly ['record', amount: number, note: string]
  | readonly ['confirm', ...entries: readonly number[]]
  | readonly ['doubt', entry: number, reason: string]
  | readonly ['amend', entry: number, amount: number]

type Turn = readonly [daysAgo: number, by: PersonName, ...deed: Deed]

/** By claim: the terms, and what came of it, in the order in which it happened. */
export const scenes: Readonly<Record<string, readonly [Terms, ...Turn[]]>> = {
  // Open, in every status that asks something of someone. Nothing of it waits for Ben's yes or no: the call that the start
  // prints for him shows the one challenge that a newcomer has just made.
  'I will run further than you in these two weeks.': [
    ['ana', 'ben', 9.2, 14, 'pancakes on Sunday morning'],
    [9, 'ben', 'accept'],
    [8.3, 'ana', 'record', 5, 'around the park, twice'],
    [8.1, 'ben', 'record', 3, 'to the office and back'],
    [8, 'ben', 'confirm', 0],
    [7.9, 'ana', 'confirm', 1],
    [7.2, 'ben', 'record', 6, 'along the river'],
    [6.9, 'ana', 'confirm', 2],
    [6.3, 'ana', 'record', 4, 'in the rain'],
    [6.1, 'ben', 'confirm', 3],
    [5.2, 'ben', 'record', 7, 'up to the tower'],
    [5.1, 'ana', 'confirm', 4],
    [4.4, 'ana', 'record', 8, 'the long way to the lake'],
    [4.2, 'ben', 'doubt', 5, 'The lake is six kilometres away, not eight.'],
    [4, 'ana', 'amend', 5, 7],
    [3.8, 'ben', 'confirm', 5],
    [3.2, 'ana', 'record', 6, 'before breakfast'],
    [3, 'ben', 'confirm', 6],
    [2.3, 'ben', 'record', 9, 'with the dog'],
    [2.1, 'ana', 'doubt', 7, 'The dog ran nine. You sat down at the kiosk.'],
    [2, 'ben', 'show', 'The dog’s collar counted nine kilometres, and I held the other end.'],
    [1.4, 'ana', 'record', 5, 'to the bridge and back'],
    [1.1, 'ana', 'show', 'Our route on the map.', 'https://maps.example/lake-and-back'],
    [0.9, 'ben', 'record', 4, 'around the park'],
    [0.3, 'ana', 'record', 3, 'stairs count as well'],
  ],
  'I will name all stations of the ring line without looking.': [['cleo', 'ana', 0.2, 10, 'an ice cream']],
  'I will get up before six every day of this week, or I owe you a coffee.': [
    ['ana', 'dan', 0.6, 7, 'a coffee'],
  ],
  'I will eat no sugar for a month.': [
    ['ben', 'ana', 12, 30, 'a cake of your choice'],
    [11.8, 'ana', 'accept'],
    [5, 'ben', 'show', 'Day seven. I have counted every raisin.'],
    [1, 'ben', 'cancel', 'My birthday is next week, and there is a cake.'],
  ],
  'I will finish a whole book this week.': [
    ['ana', 'cleo', 8.5, 7, 'the next book'],
    [8.2, 'cleo', 'accept'],
    [3, 'ana', 'show', 'Page 214 of 380, and it is getting good.'],
  ],
  'I can do fifty push-ups in a row.': [
    ['ben', 'ana', 6, 14, 'a pizza'],
    [5.9, 'ana', 'accept'],
    [1.2, 'ben', 'show', 'Cleo counted along.'],
    [1.1, 'ben', 'say', 'creator_won'],
  ],
  'I will learn to juggle three balls before the month is over.': [
    ['ana', 'cleo', 7, 21, 'a round of table football'],
    [6.8, 'cleo', 'accept'],
    [0.8, 'ana', 'say', 'creator_won'],
  ],
  'I will beat you at chess twice in a row.': [
    ['ana', 'ben', 8, 10, 'washing up for a week'],
    [7.7, 'ben', 'accept'],
    [3.4, 'ana', 'say', 'creator_won'],
    [2.6, 'ben', 'dispute', 'The second game was a draw: I had a king and a pawn.'],
    [2.5, 'ben', 'show', 'The last position, with my pawn one step from the end.'],
    [2.2, 'ana', 'show', 'The clock: his flag had fallen before that.'],
  ],

  // Ended, in every way in which a challenge can end.
  'I will run ten kilometres before Sunday, or I owe you a coffee.': [
    ['ana', 'ben', 26, 6, 'a coffee'],
    [25.8, 'ben', 'accept'],
    [24.5, 'ana', 'record', 4, 'to warm up'],
    [22.4, 'ana', 'record', 6, 'all the way to the harbour'],
    [22.2, 'ben', 'confirm', 0, 1],
    [22, 'ana', 'show', 'At the harbour, out of breath.', 'https://pictures.example/harbour'],
    [21.9, 'ana', 'say', 'creator_won'],
    [21.5, 'ben', 'say', 'creator_won'],
  ],
  'I will keep my desk tidy for two weeks.': [
    ['ben', 'ana', 24, 14, 'a plant'],
    [23.9, 'ana', 'accept'],
    [15.3, 'ana', 'show', 'His desk this morning. That is last year’s calendar.'],
    [15, 'ben', 'say', 'opponent_won'],
  ],
  'I will bake bread that does not sink in the middle.': [
    ['cleo', 'ana', 20, 7, 'half of the bread'],
    [19.8, 'ana', 'accept'],
    [16, 'cleo', 'show', 'It rose, and it stayed up.'],
    [15.8, 'cleo', 'say', 'creator_won'],
  ],
  'I will sing in the shower without anyone noticing.': [
    ['ana', 'cleo', 18, 10, 'a song of your choice'],
    [17.9, 'cleo', 'accept'],
    [12, 'ana', 'say', 'draw'],
    [11.6, 'cleo', 'say', 'draw'],
  ],
  'I will park the car in one go every day.': [
    ['ben', 'ana', 22, 5, 'a car wash'],
    [21.7, 'ana', 'accept'],
    [17.2, 'ben', 'say', 'creator_won'],
    [16.8, 'ana', 'dispute', 'Thursday took three goes and a neighbour.'],
  ],
  'I will drink two litres of water a day.': [
    ['ana', 'ben', 17, 14, 'a bottle of lemonade'],
    [16.9, 'ben', 'accept'],
    [13, 'ana', 'cancel', 'We both forgot to count.'],
    [12.7, 'ben', 'cancel'],
  ],
  'I will win the pub quiz on my own.': [
    ['ana', 'cleo', 13.5, 7, 'a round of crisps'],
    [13.2, 'ana', 'cancel', 'The quiz was called off.'],
  ],
  'I will cut your hair, and you will like it.': [
    ['cleo', 'ana', 10, 7, 'a hat'],
    [9.6, 'ana', 'cancel', 'Not for all the hats in the world.'],
  ],
  'I will write you a postcard from every town I come through.': [['ana', 'dan', 14, 5, 'a stamp']],
  'I will not complain about the weather.': [
    ['ben', 'ana', 45, 7, 'an umbrella'],
    [44.8, 'ana', 'accept'],
  ],

  // In the group: one under support, one in dispute, and enough that has ended for its statistics.
  'I will take the stairs to the ninth floor every day for two weeks.': [
    ['cleo', 'dan', 6.5, 14, 'a box of biscuits for all', 'in the group'],
    [6.2, 'dan', 'accept'],
    [5.8, 'ana', 'support', 'creator', 'She has the knees of a goat.'],
    [5.5, 'ben', 'support', 'opponent', 'There is a lift, and it is warm.'],
    [2.7, 'cleo', 'show', 'Fifty-four floors so far.'],
  ],
  'I will go a whole week without saying “synergy”.': [
    ['ben', 'cleo', 9.5, 7, 'lunch', 'in the group'],
    [9.3, 'cleo', 'accept'],
    [2.9, 'ben', 'say', 'creator_won'],
    [2.4, 'cleo', 'dispute', 'He said it on Wednesday, and then he said it again.'],
    [2.3, 'cleo', 'show', 'The minutes of Wednesday, second page.'],
    [1.9, 'ana', 'support', 'opponent', 'I was there. So was the word.'],
    [1.7, 'dan', 'support', 'creator', 'Quoting someone does not count.'],
  ],
  'I will bring a better cake than you on Friday.': [
    ['dan', 'cleo', 0.4, 5, 'the last slice', 'in the group'],
  ],
  'I will hit the bin from my chair five times in a row.': [
    ['ana', 'ben', 19, 5, 'emptying the dishwasher', 'in the group'],
    [18.8, 'ben', 'accept'],
    [15.2, 'ana', 'say', 'creator_won'],
    [14.9, 'ben', 'dispute', 'The fourth one bounced off the wall.'],
    [14.6, 'cleo', 'support', 'creator', 'Off the wall is in.'],
    [14.2, 'dan', 'support', 'creator'],
  ],
  'I will answer every message on the day it comes.': [
    ['dan', 'ana', 40, 7, 'a coffee', 'in the group'],
    [39.8, 'ana', 'accept'],
    [36, 'dan', 'say', 'opponent_won'],
  ],
  'I will come by bicycle all week.': [
    ['ben', 'dan', 37, 7, 'a bell', 'in the group'],
    [36.8, 'dan', 'accept'],
    [33, 'ben', 'say', 'creator_won'],
    [32.5, 'dan', 'say', 'creator_won'],
  ],
  'I will guess the weight of the pumpkin.': [
    ['cleo', 'ben', 34, 7, 'a bowl of soup', 'in the group'],
    [33.8, 'ben', 'accept'],
    [30, 'cleo', 'say', 'creator_won'],
    [29.5, 'ben', 'say', 'creator_won'],
  ],
  'I will be on time for the morning round all week.': [
    ['ana', 'dan', 31, 7, 'a coffee', 'in the group'],
    [30.8, 'dan', 'accept'],
    [27, 'ana', 'say', 'creator_won'],
    [26.5, 'dan', 'say', 'creator_won'],
  ],
  'I will hold a plank for three minutes.': [
    ['cleo', 'ana', 28, 7, 'lunch', 'in the group'],
    [27.8, 'ana', 'accept'],
    [24, 'cleo', 'say', 'creator_won'],
    [23.5, 'ana', 'say', 'creator_won'],
  ],
  'I will solve the crossword before you.': [
    ['dan', 'ben', 23, 7, 'a pencil', 'in the group'],
    [22.8, 'ben', 'accept'],
    [19, 'dan', 'say', 'draw'],
    [18.5, 'ben', 'say', 'draw'],
  ],
  'I will beat you at table tennis.': [
    ['ana', 'cleo', 12, 7, 'lunch', 'in the group'],
    [11.8, 'cleo', 'accept'],
    [8, 'ana', 'say', 'creator_won'],
    [7.5, 'cleo', 'say', 'creator_won'],
  ],
}
