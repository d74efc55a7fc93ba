// Draws a diagram of life-diagrams.mjs as SVG. Our own, since Mermaid needs a browser to draw: open statuses in a column,
// final ones at the right of each status that leads to them, and what leads back or skips a status at the left. The colours
// are those of the page it stands in, by the classes.
const BOX = { width: 76, least: 34 }
const END = { width: 82, height: 26 }
const LEFT = 114
const LABELS = 112
const GAP = 44
const LINE = 15
const PAD = 4
const WIDTH = LEFT + BOX.width + LABELS + END.width + 2 * PAD
const MID = LEFT + BOX.width / 2
const RIGHT = LEFT + BOX.width
const END_LEFT = RIGHT + LABELS
const WIDEST = 16
const GOOD = ['resolved', 'confirmed']

/** Lines of whole labels where they fit; a longer one breaks at its spaces. */
const wrap = (labels, widest = WIDEST) => {
  const pieces = labels
    .map((label, at) => (at < labels.length - 1 ? `${label},` : label))
    .flatMap((label) => (label.length > widest ? label.split(' ') : [label]))
  const lines = []
  for (const piece of pieces) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${piece}` : piece
    if (lines.length > 0 && longer.length <= widest) lines[lines.length - 1] = longer
    else lines.push(piece)
  }
  return lines
}

const text = (x, y, words, { anchor = 'start', kind = 'label' } = {}) =>
  `<text class="${kind}" x="${x}" y="${y}" text-anchor="${anchor}">${words}</text>`

const texts = (x, y, lines, options) => lines.map((line, at) => text(x, y + at * LINE, line, options))

const head = (x, y, direction) => {
  const points = {
    right: `${x},${y} ${x - 7},${y - 4} ${x - 7},${y + 4}`,
    down: `${x},${y} ${x - 4},${y - 7} ${x + 4},${y - 7}`,
  }
  return `<polygon class="head" points="${points[direction]}"/>`
}

const path = (d) => `<path class="edge" d="${d}"/>`

const shape = (kind, x, y, width, height, radius, name) => [
  `<rect class="${kind}" x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}"/>`,
  text(x + width / 2, y + height / 2 + 4.5, name, { anchor: 'middle', kind: 'status' }),
]

/** To a final status: an arrow with its words above it. */
const drawEnd = ({ to, labels }, top) => {
  const lines = wrap(labels)
  const y = top + lines.length * LINE + 5
  const kind = GOOD.includes(to) ? 'final good' : 'final'
  return {
    height: lines.length * LINE + 18,
    parts: [
      ...texts(RIGHT + 7, top + 12, lines),
      path(`M${RIGHT} ${y}H${END_LEFT - 6}`),
      head(END_LEFT, y, 'right'),
      ...shape(kind, END_LEFT, y - END.height / 2, END.width, END.height, END.height / 2, to),
    ],
  }
}

/** A status with what ends it; gives where its box begins and ends. */
const drawStatus = (name, ends, top) => {
  const parts = []
  let y = top
  for (const end of ends) {
    const drawn = drawEnd(end, y)
    parts.push(...drawn.parts)
    y += drawn.height
  }
  const bottom = Math.max(y, top + BOX.least)
  return { top, bottom, parts: [...parts, ...shape('open', LEFT, top, BOX.width, bottom - top, 8, name)] }
}

/** To the next status. */
const drawDown = (from, to, labels) => [
  path(`M${MID} ${from.bottom}V${to.top - 6}`),
  head(MID, to.top, 'down'),
  ...texts(MID + 8, (from.bottom + to.top) / 2 + 4, wrap(labels, 32)),
]

const LANES = [LEFT - 20, LEFT - 110]

/** From `start` along a lane at the left to each of `ends`. */
const drawLane = (x, start, ends) => {
  const turn = (y) => (y < start ? 6 : -6)
  return ends.flatMap((y) => [
    path(
      `M${LEFT} ${start}H${x + 6}Q${x} ${start} ${x} ${start - turn(y)}V${y + turn(y)}Q${x} ${y} ${x + 6} ${y}H${LEFT - 6}`,
    ),
    head(LEFT, y, 'right'),
  ])
}

/** Those of the same status with the same words share a lane; a longer one goes around a shorter one. */
const groupLanes = (edges, open) => {
  const lanes = new Map()
  for (const { from, to, labels } of edges) {
    const key = [from, ...labels].join(' ')
    lanes.set(key, { from, labels, to: [...(lanes.get(key)?.to ?? []), to] })
  }
  const isBack = ({ from, to }) => open.indexOf(to[0]) < open.indexOf(from)
  const sorted = [...lanes.values()].toSorted((a, b) => Number(isBack(b)) - Number(isBack(a)))
  if (sorted.length > LANES.length) throw new Error('the picture has no room for so many ways at its left')
  return sorted
}

const drawInner = ({ from, to, labels }, boxes) => {
  const start = boxes[from].top + 12
  const ends = to.map((name) => boxes[name].bottom - 12)
  const lines = wrap(labels, 12)
  const y = (start + Math.max(...ends)) / 2
  return [
    ...drawLane(LANES[0], start, ends),
    ...texts(LANES[0] - 5, y - ((lines.length - 1) * LINE) / 2 + 4, lines, { anchor: 'end' }),
  ]
}

const drawOuter = ({ from, to, labels }, boxes) => {
  const start = boxes[from].top + 16
  const ends = to.map((name) => boxes[name].bottom - 12)
  return [...drawLane(LANES[1], start, ends), ...texts(LANES[1] + 8, start - 6, [labels.join(', ')])]
}

export const drawDiagram = ({ edges, open, final }, words) => {
  const between = (from, to) => edges.find((edge) => edge.from === from && edge.to === to)
  const endsOf = (status) => edges.filter(({ from, to }) => from === status && final.includes(to))
  const boxes = {}
  let y = 34
  for (const status of open) {
    boxes[status] = drawStatus(status, endsOf(status), y)
    y = boxes[status].bottom + GAP
  }
  const downs = open.slice(1).flatMap((status, at) => {
    const edge = between(open[at], status)
    return edge ? drawDown(boxes[open[at]], boxes[status], edge.labels) : []
  })
  const isAside = ({ from, to }) => open.includes(to) && open.indexOf(to) - open.indexOf(from) !== 1
  const [inner, outer] = groupLanes(edges.filter(isAside), open)
  const parts = [
    `<circle class="head" cx="${MID}" cy="8" r="5"/>`,
    path(`M${MID} 13V28`),
    head(MID, 34, 'down'),
    ...downs,
    ...(inner ? drawInner(inner, boxes) : []),
    ...(outer ? drawOuter(outer, boxes) : []),
    ...open.flatMap((status) => boxes[status].parts),
  ]
  const height = y - GAP + PAD
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${words}">`,
    ...parts,
    '</svg>',
    '',
  ].join('\n')
}
