// The life of a challenge as a document: diagrams for GitHub and tables, drawn from a walk through the rules.
import { challengeStatuses, parties } from '@challenge-service/contract'
import { readConfig } from '../packages/server/dist/config/config.js'
import { challengeDiagram, entryDiagram, inOrder } from './life-diagrams.mjs'
import { fence, table } from './markdown.mjs'
import { challengePermissions, challengeWays, entryWays, requestLapsesHours } from './walk-life.mjs'

const { confirmHours, disputeDays, settleDays } = readConfig({})

const code = (word) => `\`${word}\``

/** When the clock moves. */
const deadlines = {
  due_at: 'at `due_at`',
  settle_by: `${settleDays} days after \`due_at\``,
  'confirm_by told': `at \`confirm_by\`, ${confirmHours} hours after the proposal, if the other party was notified`,
  'confirm_by untold': `at \`confirm_by\`, if the other party wasn’t notified`,
  decide_by: `at \`decide_by\`, ${disputeDays} days after the dispute`,
  lapses_at: `${requestLapsesHours()} hours after a request to cancel: the request expires`,
}

/** How one and the same call can lead to different places. */
const meanings = {
  'resolve concession': 'concedes the win',
  'resolve agreement': 'states the same outcome',
  'resolve proposed': 'claims the win or a draw',
  'resolve disputed': 'changes their position',
  'cancel active': 'asks to cancel',
  'cancel due': 'asks to cancel',
}

const doesOf = (way) => {
  if (way.role === 'clock') return deadlines[way.action]
  const meaning = meanings[`${way.action} ${way.settledBy ?? way.to}`]
  return meaning ? `${code(way.action)}: ${meaning}` : code(way.action)
}

const becomesOf = ({ from, to, settledBy }) => {
  if (from === to) return 'stays'
  return settledBy ? `${code(to)}, settled by ${code(settledBy)}` : code(to)
}

/** One row for all statuses in which the same is true. */
const wayRows = (ways) => {
  const rows = new Map()
  for (const way of inOrder(ways)) {
    const told = [way.who, doesOf(way), becomesOf(way), way.event ? code(way.event) : '']
    const key = told.join(' ')
    const { from } = rows.get(key) ?? { from: [] }
    rows.set(key, { told, from: [...from, code(way.from)] })
  }
  return [...rows.values()].map(({ told, from }) => [from.join(', '), ...told])
}

const [FIRST] = challengeStatuses

/** The mark says which picture the pages of /docs show in its place. */
const diagram = (name, { edges, final }) =>
  [
    `<!-- drawn as ${name} -->`,
    fence(
      'mermaid',
      [
        'stateDiagram-v2',
        `  [*] --> ${FIRST}`,
        ...edges.map(({ from, to, labels }) => `  ${from} --> ${to}: ${labels.join(', ')}`),
        ...final.map((status) => `  ${status} --> [*]`),
      ].join('\n'),
    ),
  ].join('\n\n')

const permissionTable = (ways) => {
  const open = challengeStatuses.filter((status) => ways.some(({ from }) => from === status))
  const cellOf = (allowed) =>
    parties.every((party) => allowed.includes(party)) ? 'parties' : allowed.join(', ')
  return table(
    ['Action', ...open.map(code)],
    challengePermissions().map(({ action, rolesIn }) => [
      code(action),
      ...open.map((status) => cellOf(rolesIn(status))),
    ]),
  )
}

const calls = { review: '`tally/review`', dispute: '`tally/dispute`' }

const listed = (statuses) => {
  const words = statuses.map(code)
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}

export const lifeDocument = () => {
  const ways = challengeWays()
  const challenge = challengeDiagram()
  return [
    '# Life of a challenge',
    '<!-- Made by `npm run generate` from the rules in packages/server/src/features. Edit those, not this file. -->',
    diagram('challenge', challenge),
    `${listed(challenge.final)} are final: a challenge that has reached one of them never changes its status again.`,
    '## Moves',
    'A **party** is the creator or the opponent. An **observer** is any other member of the challenge’s group. **The clock** moves a challenge when a deadline passes, and dates the move by the deadline.',
    table(['Status', 'Who', 'Does', 'Becomes', 'Event'], wayRows(ways)),
    [
      '- A challenge is cancelled when both parties ask for it. Asking twice is `invalid_state`, and any `resolve` ends the request.',
      '- `resolve` proposes, agrees or concedes, depending on the outcome you send and the other party’s position. While your own proposal is open, it only lets you concede.',
      '- A proposal counts after silence only if the other party was notified at least a day before `confirm_by`: their mail server accepted the email, or they used the service. (If the operator chose a time of less than three days, a third of it is enough.) Otherwise the proposal is dropped, and if the time to settle is over too, the challenge expires.',
      '- A dispute that support decides has the outcome `void` without a majority.',
    ].join('\n'),
    '## Permissions',
    'Nothing else is ever allowed. `allowed_actions` in each challenge says what you can do right now.',
    permissionTable(ways),
    '## Tally entries',
    'While a challenge is active or due, each party records their own count, and the other party confirms or disputes each entry. Nobody else can confirm an entry, and only its author can amend or withdraw it. When the challenge is no longer active or due, its entries stay as they are.',
    diagram('tally-entry', entryDiagram()),
    table(
      ['Status', 'Who', 'Call', 'Becomes'],
      entryWays().map(({ from, who, move, to }) => [
        code(from),
        who,
        calls[move] ?? `\`tally/resolve\` with ${code(move)}`,
        code(to),
      ]),
    ),
  ].join('\n\n')
}
