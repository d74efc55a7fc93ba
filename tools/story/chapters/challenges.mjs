// A challenge between two people: every way it can go without waiting for a deadline, and what is refused on the way.
import { caller, due } from '../steps.mjs'

const ana = caller('ana')
const ben = caller('ben')
const cam = caller('cam')

const at = (name, action) => `/v1/challenges/$${name}.id${action === undefined ? '' : `/${action}`}`

/** Ana challenges Ben. */
const create = (keep, more = {}) =>
  ana.post(
    '/v1/challenges',
    {
      claim: `I win the ${keep}.`,
      opponent_email: 'ben@people.example',
      stake: 'a coffee',
      due_days: 5,
      ...more,
    },
    { keep },
  )
const accept = (name) => ben.post(at(name, 'accept'))
const resolve = (by, name, outcome) => by.post(at(name, 'resolve'), { outcome })
const begin = (name, more) => [create(name, more), accept(name)]

const creations = [
  create('longest', {
    claim: `  ${'é'.repeat(498)}\n\t  `,
    due_days: 365,
    reference: 'x'.repeat(100),
    stake: 'ten push-ups',
  }),
  create('shortest', { claim: '🏊', due_days: 1, reference: '', stake: 'nothing' }),
  create('marked', { claim: '<b>"bold" & \'brave\'</b>\nSecond line', reference: 'Order 66' }),
  create('abroad', { opponent_email: 'Someone@Bücher.example' }),
  create('dinner', { opponent_email: ' BEN@People.Example ' }),
  due,
  ana.get(at('longest')),
  ben.get(at('longest')),
  cam.get(at('longest')),
  caller('reader').get(at('longest')),
]

const pending = [
  create('declined'),
  ana.post(at('declined', 'accept')),
  ana.post(at('declined', 'resolve'), { outcome: 'creator_won' }),
  ben.post(at('declined', 'dispute'), { reason: 'Too early.' }),
  ben.post(at('declined', 'evidence'), { text: 'Too early.' }),
  ben.post(at('declined', 'support'), { side: 'creator' }),
  ben.post(at('declined', 'cancel'), { reason: 'No, thank you.' }),
  ben.post(at('declined', 'cancel')),
  ben.post(at('declined', 'accept')),
  create('withdrawn'),
  ana.post(at('withdrawn', 'cancel'), { reason: 'My knee hurts.' }),
  ana.get(at('withdrawn')),
  ben.get(at('withdrawn')),
]

const cancelled = [
  ...begin('parting'),
  accept('parting'),
  ana.post(at('parting', 'cancel'), { reason: 'It rains.' }),
  ana.post(at('parting', 'cancel')),
  ben.get(at('parting')),
  ben.post(at('parting', 'cancel'), { reason: 'So it does.' }),
  ana.get(at('parting')),
  ...begin('staying'),
  ben.post(at('staying', 'cancel')),
  resolve(ana, 'staying', 'creator_won'),
  ben.get(at('staying')),
]

const settled = [
  ...begin('race'),
  ana.post(at('race', 'resolve')),
  resolve(ana, 'race', 'void'),
  resolve(ana, 'race', 'creator_won'),
  resolve(ana, 'race', 'draw'),
  ana.post(at('race', 'dispute'), { reason: 'I doubt myself.' }),
  ana.post(at('race', 'cancel')),
  resolve(ben, 'race', 'opponent_won'),
  due,
  resolve(ben, 'race', 'creator_won'),
  resolve(ben, 'race', 'creator_won'),
  ...begin('match'),
  resolve(ben, 'match', 'creator_won'),
  ...begin('game'),
  resolve(ana, 'game', 'draw'),
  resolve(ben, 'game', 'draw'),
  ...begin('duel'),
  resolve(ben, 'duel', 'opponent_won'),
  resolve(ben, 'duel', 'creator_won'),
  ana.get('/v1/me'),
  ben.get('/v1/me'),
]

const disputed = [
  ...begin('quarrel'),
  resolve(ana, 'quarrel', 'creator_won'),
  ben.post(at('quarrel', 'dispute')),
  ben.post(at('quarrel', 'dispute'), { reason: '' }),
  ben.post(at('quarrel', 'dispute'), { reason: 'The clock was wrong.\nTwice.' }),
  ben.post(at('quarrel', 'dispute'), { reason: 'Again.' }),
  ana.post(at('quarrel', 'evidence')),
  ana.post(at('quarrel', 'evidence'), { text: 'Here is a photograph.' }),
  ben.post(at('quarrel', 'evidence'), { url: 'https://photos.example/1?size=l' }),
  ben.post(at('quarrel', 'evidence'), { text: 'And a word.', url: 'http://photos.example/2' }),
  ben.post(at('quarrel', 'evidence'), { url: 'ftp://photos.example/2' }),
  cam.post(at('quarrel', 'evidence'), { text: 'I was there.' }),
  ben.post(at('quarrel', 'support'), { side: 'creator' }),
  ben.post(at('quarrel', 'cancel')),
  resolve(ben, 'quarrel', 'draw'),
  resolve(ben, 'quarrel', 'draw'),
  resolve(ben, 'quarrel', 'opponent_won'),
  ana.get(at('quarrel')),
  due,
  resolve(ana, 'quarrel', 'draw'),
  resolve(ben, 'quarrel', 'draw'),
  ben.get(at('quarrel')),
  ana.post(at('quarrel', 'evidence'), { text: 'Too late.' }),
  ...begin('feud'),
  resolve(ben, 'feud', 'opponent_won'),
  ana.post(at('feud', 'dispute'), { reason: 'x'.repeat(1000) }),
  resolve(ana, 'feud', 'opponent_won'),
  due,
]

const again = (by, more, keep) =>
  by.post('/v1/challenges', { claim: 'I win again.', stake: 'a coffee', due_days: 5, ...more }, { keep })

const rematches = [
  again(ben, { rematch_of: '$match.id' }, 'rematch'),
  ana.post(at('rematch', 'accept')),
  resolve(ana, 'rematch', 'opponent_won'),
  again(ana, { rematch_of: '$rematch.id' }, 'early'),
  again(ana, { rematch_of: '$declined.id' }, 'never'),
  again(cam, { rematch_of: '$match.id' }, 'strange'),
  again(ana, { rematch_of: 'ch_short' }, 'short'),
  again(ana, {}, 'nobody'),
  again(ana, { rematch_of: '$match.id', opponent_email: 'ben@people.example' }, 'both'),
  again(ana, { opponent_member_id: 'mem_00000000000000000000000000' }, 'membered'),
  due,
]

export const challenges = [...creations, ...pending, ...cancelled, ...settled, ...disputed, ...rematches]
