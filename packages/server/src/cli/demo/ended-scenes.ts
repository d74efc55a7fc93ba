// What has ended between the people of the demonstration, in every way in which a challenge can end.
import { accept, cancel, confirm, dispute, record, say, show, turn, type Scene } from './scene.ts'

const resolved: readonly Scene[] = [
  {
    claim: 'I will run ten kilometres before Sunday, or I owe you a coffee.',
    stake: 'a coffee',
    dueDays: 6,
    between: ['ana', 'ben'],
    daysAgo: 26,
    turns: [
      turn(25.8, 'ben', accept),
      turn(24.5, 'ana', record(4, 'to warm up')),
      turn(22.4, 'ana', record(6, 'all the way to the harbour')),
      turn(22.2, 'ben', confirm(0, 1)),
      turn(22, 'ana', show('At the harbour, out of breath.', 'https://pictures.example/harbour')),
      turn(21.9, 'ana', say('creator_won')),
      turn(21.5, 'ben', say('creator_won')),
    ],
  },
  {
    claim: 'I will keep my desk tidy for two weeks.',
    stake: 'a plant',
    dueDays: 14,
    between: ['ben', 'ana'],
    daysAgo: 24,
    turns: [
      turn(23.9, 'ana', accept),
      turn(15.3, 'ana', show('His desk this morning. That is last year’s calendar.')),
      turn(15, 'ben', say('opponent_won')),
    ],
  },
  {
    claim: 'I will bake bread that does not sink in the middle.',
    stake: 'half of the bread',
    dueDays: 7,
    between: ['cleo', 'ana'],
    daysAgo: 20,
    turns: [
      turn(19.8, 'ana', accept),
      turn(16, 'cleo', show('It rose, and it stayed up.')),
      turn(15.8, 'cleo', say('creator_won')),
    ],
  },
  {
    claim: 'I will sing in the shower without anyone noticing.',
    stake: 'a song of your choice',
    dueDays: 10,
    between: ['ana', 'cleo'],
    daysAgo: 18,
    turns: [turn(17.9, 'cleo', accept), turn(12, 'ana', say('draw')), turn(11.6, 'cleo', say('draw'))],
  },
  {
    claim: 'I will park the car in one go every day.',
    stake: 'a car wash',
    dueDays: 5,
    between: ['ben', 'ana'],
    daysAgo: 22,
    turns: [
      turn(21.7, 'ana', accept),
      turn(17.2, 'ben', say('creator_won')),
      turn(16.8, 'ana', dispute('Thursday took three goes and a neighbour.')),
    ],
  },
]

const unplayed: readonly Scene[] = [
  {
    claim: 'I will drink two litres of water a day.',
    stake: 'a bottle of lemonade',
    dueDays: 14,
    between: ['ana', 'ben'],
    daysAgo: 17,
    turns: [
      turn(16.9, 'ben', accept),
      turn(13, 'ana', cancel('We both forgot to count.')),
      turn(12.7, 'ben', cancel()),
    ],
  },
  {
    claim: 'I will win the pub quiz on my own.',
    stake: 'a round of crisps',
    dueDays: 7,
    between: ['ana', 'cleo'],
    daysAgo: 13.5,
    turns: [turn(13.2, 'ana', cancel('The quiz was called off.'))],
  },
  {
    claim: 'I will cut your hair, and you will like it.',
    stake: 'a hat',
    dueDays: 7,
    between: ['cleo', 'ana'],
    daysAgo: 10,
    turns: [turn(9.6, 'ana', cancel('Not for all the hats in the world.'))],
  },
  {
    claim: 'I will write you a postcard from every town I come through.',
    stake: 'a stamp',
    dueDays: 5,
    between: ['ana', 'dan'],
    daysAgo: 14,
    turns: [],
  },
  {
    claim: 'I will not complain about the weather.',
    stake: 'an umbrella',
    dueDays: 7,
    between: ['ben', 'ana'],
    daysAgo: 45,
    turns: [turn(44.8, 'ana', accept)],
  },
]

export const endedScenes: readonly Scene[] = [...resolved, ...unplayed]
