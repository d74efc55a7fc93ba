// The life of a challenge as a document: diagrams for GitHub and tables, drawn from a walk through the rules.
import { challengeStatuses, parties } from '@challenge-service/contract'
import { readConfig } from '../packages/server/dist/config/config.js'
import { fence, table } from './markdown.mjs'
import { challengePermissions, challengeWays, entryWays, requestLapsesHours } from './walk-life.mjs'

const { confirmHours, disputeDays, settleDays } = readConfig({})

const code = (word) => `\`${word}\``

/** When the clock moves: for the table, and short for the diagram. */
const deadlines = {
  due_at: ['at `due_at`', 'at due_at'],
  settle_by: [`${settleDays} days after \`due_at\``, `${settleDays} days later`],
  'confirm_by told': [
    `at \`confirm_by\`, ${confirmHours} hours after the proposal, where the other was told in time`,
    'at confirm_by',
  ],
  'confirm_by untold': [
    `at \`confirm_by\`, ${confirmHours} hours after the proposal, where the other was not told in time`,
    'at confirm_by untold',
  ],
  decide_by: [`at \`decide_by\`, ${disputeDays} days after the dispute`, 'at decide_by'],
  lapses_at: [`${requestLapsesHours()} hours after a request to cancel: the request lapses`, 'at lapses_at'],
}

/** How one and the same call can lead to different places. */
const meanings = {
  'resolve concession': ['grants the other the win', 'concede'],
  'resolve agreement': ['says what the other says', 'agree'],
  'resolve proposed': ['says that they won, or that it is a draw', 'propose'],
  'resolve disputed': ['changes their position', 'resolve'],
  'cancel active': ['asks for it', 'cancel'],
  'cancel due': ['asks for it', 'cancel'],
}

const meaningOf = ({ action, settledBy, to }) => meanings[`${action} ${settledBy ?? to}`]

const doesOf = (way) => {
  if (way.role === 'clock') return deadlines[way.action][0]
  const [meaning] = meaningOf(way) ?? []
  return meaning ? `${code(way.action)}: ${meaning}` : code(way.action)
}

const becomesOf = ({ from, to, settledBy }) => {
  if (from === to) return 'stays'
  return settledBy ? `${code(to)}, settled by ${code(settledBy)}` : code(to)
}

const rank = ({ from, role }) => challengeStatuses.indexOf(from) * 2 + (role === 'clock' ? 1 : 0)

/** As a life goes on; in each status people first, then the clock. */
const inOrder = (ways) => ways.toSorted((a, b) => rank(a) - rank(b))

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

const shortOf = ({ role, who, action, ...way }) => {
  if (role === 'clock') return deadlines[action][1]
  if (who === 'the party that was asked') return `both ${action}`
  const word = meaningOf({ ...way, action })?.[1] ?? action
  return who === 'the creator' || who === 'the opponent' ? `${word} by ${who.slice('the '.length)}` : word
}

const diagram = (first, edges, last) =>
  fence(
    'mermaid',
    [
      'stateDiagram-v2',
      `  [*] --> ${first}`,
      ...[...edges].map(([edge, labels]) => `  ${edge}: ${labels.join(', ')}`),
      ...last.map((status) => `  ${status} --> [*]`),
    ].join('\n'),
  )

/** What stays where it is has no arrow: the tables have it. */
const edgesOf = (ways, labelOf) => {
  const edges = new Map()
  for (const way of ways.filter(({ from, to }) => from !== to)) {
    const edge = `${way.from} --> ${way.to}`
    edges.set(edge, [...new Set([...(edges.get(edge) ?? []), labelOf(way)])])
  }
  return edges
}

const lastOf = (ways) =>
  [...new Set(ways.map(({ to }) => to))]
    .filter((status) => !ways.some(({ from }) => from === status))
    .toSorted((a, b) => challengeStatuses.indexOf(a) - challengeStatuses.indexOf(b))

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
  const entries = entryWays()
  return [
    '# The life of a challenge',
    '<!-- Made by `npm run generate` from the rules in packages/server/src/features. Edit those, not this file. -->',
    'The diagrams and tables on this page are not drawn by hand. A small program walks the rules by which the service judges every call, tries everything that anyone and the clock can do, and writes down what comes of it. If a rule changes and this page does not, `npm run check` fails.',
    '## From creation to its end',
    diagram('pending', edgesOf(inOrder(ways), shortOf), lastOf(ways)),
    `${listed(lastOf(ways))} are final: nobody can do anything with such a challenge, and the clock leaves it alone.`,
    '## What leads where',
    'A **party** is the creator or the opponent. An **observer** is a member of the group under which the challenge was made, and no party to it. **The clock** is what happens by itself at a deadline; it is dated by the deadline, whenever it is written down.',
    table(['Status', 'Who', 'Does', 'Becomes', 'Event'], wayRows(ways)),
    'A party that asks to cancel waits for the other one; asking twice is `invalid_state`, and any `resolve` ends the request. One proposes, agrees and concedes by the same call, `resolve`: it depends on what the other has said. In `proposed`, the one who proposed can only concede, and the other can agree, concede or dispute: anything else is refused.',
    'A proposal settles by silence only if the other party was told of it a day before `confirm_by` (or a third of the time, if that is less): by a mail that was handed over, or by their own use of the service. Otherwise it lapses, and the proposer’s position with it. If the time to settle is over too, the challenge expires at that same instant.',
    '## Who may do what',
    'Only what is listed here is ever allowed. The rest depends on what happened before: `allowed_actions` in every challenge tells what one person may do at this moment.',
    permissionTable(ways),
    '## A tally entry',
    'While the challenge is active or due, each party records a count of their own, and the other one confirms it or objects. Only the other party can confirm an entry and only its author can amend or withdraw it, so none is ever confirmed against someone’s will. When the challenge is no longer active or due, its entries stay as they are.',
    diagram(
      'pending',
      edgesOf(entries, ({ move }) => move),
      lastOf(entries),
    ),
    table(
      ['Status', 'Who', 'Call', 'Becomes'],
      entries.map(({ from, who, move, to }) => [
        code(from),
        who,
        calls[move] ?? `\`tally/resolve\` with ${code(move)}`,
        code(to),
      ]),
    ),
  ].join('\n\n')
}
