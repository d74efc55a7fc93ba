// The daily question: read, voted on once by each person and each membership, and replaced at midnight.
import { caller, due, member, operator, pass } from '../steps.mjs'

const ana = caller('ana')
const ben = caller('ben')
const mo = member('blue', 'mo@members.example')
const daily = '/v1/questions/daily'

const schedule = (date, text, ...options) =>
  operator([
    'question',
    'add',
    '--date',
    date,
    '--text',
    text,
    '--json',
    ...options.flatMap((option) => ['--option', option]),
  ])

export const questions = [
  ana.get(daily, { keep: 'question' }),
  mo.get(daily),
  caller('narrow').get(daily),
  caller('narrow').post(daily, { option: '$question.options.0.id' }),
  ana.post(daily),
  ana.post(daily, { option: '' }),
  ana.post(daily, { option: 'opt_none' }),
  ana.post(daily, { option: '$question.options.0.id', question_id: 'qst_00000000000000000000000000' }),
  ana.post(daily, { option: '$question.options.0.id', question_id: '$question.id' }),
  ana.post(daily, { option: '$question.options.1.id' }),
  ben.post(daily, { option: '$question.options.1.id' }),
  mo.post(daily, { option: '$question.options.0.id' }),
  member('blue', 'ana@people.example').post(daily, { option: '$question.options.1.id' }),
  ana.get(daily),
  mo.get(daily),
  schedule('2026-11-01', 'Too late?', 'Yes', 'No'),
  schedule('2026-11-20', 'Tea or coffee?', 'Tea', 'Coffee'),
  operator(['question', 'list', '--json']),
  pass({ days: 1 }),
  due,
  ana.get(daily),
  ana.post(daily, { option: '$question.options.0.id' }),
]
