// The states of deliveries, generations and queues, and the steps of the engine, as tables in the README of delivery/. They
// are made of the tables by which the engine works.
import { engineSteps } from '../packages/server/dist/delivery/engine.rules.js'
import {
  delays,
  endings,
  generationRules,
  obstacles,
  queueRules,
} from '../packages/server/dist/delivery/queue/states.rules.js'
import { table } from './markdown.mjs'

const MARKED = /(?<=<!-- states -->\n).*?(?=<!-- end of states -->)/s

const code = (word) => `\`${word}\``

const dueWords = { at_once: 'due at once', by_schedule: 'due again by the schedule' }

const lookWords = {
  if_more: 'at once if there is more, else when a lease or an interval of it ends',
  if_settled: 'when something of it is settled, at the latest when a lease ends',
  after_lease: 'after the time of a lease',
  since_parked: 'at once, in the order of when it was parked',
}

const stepWords = {
  round: 'a round',
  settle: 'a round without claiming',
  rest: 'rests until something happens or the next is due',
  wait: 'waits until something happens',
  wait_briefly: 'waits for a moment, or until something happens',
  pause: 'pauses for a moment',
  recover: 'logs it, pauses for longer',
  throw: 'throws',
  end: 'ends',
}

const findingWords = {
  time_up: 'told to stop, or out of time',
  work: 'something to settle or to claim',
  held_up: 'only what other transactions hold',
  under_way: 'only attempts under way',
  nothing: 'nothing',
  error: 'an error',
}

const wordFor = (words, name) => {
  if (!words[name]) throw new Error(`tools/delivery-states.mjs has no words for ${name}`)
  return words[name]
}

const consequenceOf = ({ from, to, due, off }) => {
  if (off) return 'the subscription is switched off'
  if (due) return wordFor(dueWords, due)
  if (from === 'claimed') return 'nothing is sent'
  return from === to ? 'comes first in the next round' : ''
}

const deliveryTable = () =>
  table(
    ['A delivery that is', 'when', 'becomes', 'and'],
    [obstacles, endings, delays]
      .flatMap((rules) => Object.values(rules))
      .map((rule) => [code(rule.from), rule.when, code(rule.to), consequenceOf(rule)]),
  )

const generationTable = () =>
  table(
    ['A generation that is', 'when', 'becomes'],
    Object.values(generationRules).map(({ from, when, to }) => [code(from), when, code(to)]),
  )

const queueTable = () =>
  table(
    ['A queue that is', 'when', 'becomes', 'and is looked at'],
    Object.values(queueRules).map(({ from, when, to, look }) => [
      from.map(code).join(', '),
      when,
      code(to),
      wordFor(lookWords, look),
    ]),
  )

const engineTable = () => {
  const modes = Object.keys(engineSteps)
  return table(
    ['The engine finds', ...modes.map(code)],
    Object.keys(engineSteps[modes[0]]).map((finding) => [
      wordFor(findingWords, finding),
      ...modes.map((mode) => wordFor(stepWords, engineSteps[mode][finding])),
    ]),
  )
}

/** The README with its tables as they should be. */
export const refreshDeliveryStates = (readme) => {
  if (!MARKED.test(readme)) throw new Error('delivery/README.md has no place for the tables of states')
  const tables = [deliveryTable(), generationTable(), queueTable(), engineTable()]
  return readme.replace(MARKED, () => `\n${tables.join('\n\n')}\n\n`)
}
