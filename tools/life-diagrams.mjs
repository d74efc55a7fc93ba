// The two diagrams of the life of a challenge, as what leads where: the document writes them in Mermaid for GitHub, and the
// pages of /docs show them as pictures.
import { challengeStatuses } from '@challenge-service/contract'
import { readConfig } from '../packages/server/dist/config/config.js'
import { challengeWays, entryWays } from './walk-life.mjs'

const { settleDays } = readConfig({})

/** When the clock moves. */
const deadlines = {
  due_at: 'at due_at',
  settle_by: `${settleDays} days later`,
  'confirm_by told': 'at confirm_by',
  'confirm_by untold': 'at confirm_by, not notified',
  decide_by: 'at decide_by',
}

/** How one and the same call can lead to different places. */
const meanings = {
  'resolve concession': 'concede',
  'resolve agreement': 'agree',
  'resolve proposed': 'propose',
}

const labelOf = ({ role, who, action, settledBy, to }) => {
  if (role === 'clock') return deadlines[action]
  if (who === 'the party that was asked') return `both ${action}`
  const word = meanings[`${action} ${settledBy ?? to}`] ?? action
  return who === 'the creator' || who === 'the opponent' ? `${word} by ${who.slice('the '.length)}` : word
}

/** By status; in each of them people first, then the clock. */
export const inOrder = (ways) => {
  const rank = ({ from, role }) => challengeStatuses.indexOf(from) * 2 + (role === 'clock' ? 1 : 0)
  return ways.toSorted((a, b) => rank(a) - rank(b))
}

/** Each pair of statuses once. What stays where it is has no arrow: the tables have it. */
const edgesOf = (ways, labelEach) => {
  const edges = new Map()
  for (const way of ways.filter(({ from, to }) => from !== to)) {
    const { from, to } = way
    const { labels = [] } = edges.get(`${from} ${to}`) ?? {}
    edges.set(`${from} ${to}`, { from, to, labels: [...new Set([...labels, labelEach(way)])] })
  }
  return [...edges.values()]
}

const diagramOf = (edges, order) => {
  const statuses = [...new Set(edges.flatMap(({ from, to }) => [from, to]))].toSorted(
    (a, b) => order.indexOf(a) - order.indexOf(b),
  )
  const isFinal = (status) => !edges.some(({ from }) => from === status)
  return {
    edges,
    open: statuses.filter((status) => !isFinal(status)),
    final: statuses.filter(isFinal),
  }
}

export const challengeDiagram = () => diagramOf(edgesOf(inOrder(challengeWays()), labelOf), challengeStatuses)

export const entryDiagram = () =>
  diagramOf(
    edgesOf(entryWays(), ({ move }) => move),
    ['pending', 'disputed', 'confirmed', 'withdrawn'],
  )
