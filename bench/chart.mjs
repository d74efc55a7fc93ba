// The shares as horizontal bars, with a line from the lowest round to the highest and a mark at the target.
// Plain SVG that follows the reader's light or dark theme.

const WIDTH = 720
const LEFT = 230
const RIGHT = 60
const TOP = 56
const ROW = 34
const BAR = 18

const style = `
    .ground { fill: #ffffff } .grid { stroke: #d8dee4 } .target { stroke: #9a6700; stroke-width: 2 }
    .range { stroke: #1f2328; stroke-width: 1.5 } .sqlite { fill: #54aeff } .postgres { fill: #8ddb8c }
    text { fill: #1f2328; font: 13px system-ui, sans-serif } .small { font-size: 11px; fill: #59636e }
    @media (prefers-color-scheme: dark) {
      .ground { fill: #0d1117 } .grid { stroke: #3d444d } .target { stroke: #d29922 }
      .range { stroke: #f0f6fc } .sqlite { fill: #1f6feb } .postgres { fill: #238636 }
      text { fill: #f0f6fc } .small { fill: #9198a1 }
    }`

export const drawChart = ({ results, machine, rounds, seconds }) => {
  const highest = Math.max(...results.map(({ share, target }) => Math.max(share.max, target ?? 0)))
  const end = Math.ceil(highest * 10) / 10
  const x = (share) => round(LEFT + (share / end) * (WIDTH - LEFT - RIGHT))
  const bottom = TOP + results.length * ROW
  const ticks = Array.from({ length: Math.round(end * 10) + 1 }, (_, index) => index / 10)
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${bottom + 44}" role="img">`,
    `  <title>Calls a second as a share of a bare node:http server</title>`,
    `  <style>${style}\n  </style>`,
    `  <rect class="ground" width="100%" height="100%"/>`,
    `  <text x="16" y="26">Calls a second, as a share of a bare node:http server</text>`,
    `  <text class="small" x="16" y="44">median of ${rounds} rounds of ${seconds} s, line from lowest to ` +
      `highest, mark at the target; ${escape(machine.node)}, one core</text>`,
    ...ticks.map(
      (tick) =>
        `  <line class="grid" x1="${x(tick)}" x2="${x(tick)}" y1="${TOP}" y2="${bottom}"/>` +
        `<text class="small" x="${x(tick)}" y="${bottom + 18}" text-anchor="middle">${tick.toFixed(1)}</text>`,
    ),
    ...results.map((result, index) => drawRow(result, TOP + index * ROW, x)),
    '</svg>',
  ].join('\n')}\n`
}

const drawRow = ({ title, engine, variant, share, target }, top, x) => {
  const barTop = top + (ROW - BAR) / 2
  const middle = barTop + BAR / 2
  const mark =
    target === null
      ? ''
      : `<line class="target" x1="${x(target)}" x2="${x(target)}" y1="${barTop - 4}" y2="${barTop + BAR + 4}"/>`
  return (
    `  <text x="${LEFT - 10}" y="${middle - 1}" text-anchor="end">${escape(title)}</text>` +
    `<text class="small" x="${LEFT - 10}" y="${middle + 12}" text-anchor="end">${engine}, ${variant}</text>` +
    `<rect class="${engine}" x="${LEFT}" y="${barTop}" width="${round(x(share.median) - LEFT)}" height="${BAR}"/>` +
    `<line class="range" x1="${x(share.min)}" x2="${x(share.max)}" y1="${middle}" y2="${middle}"/>${mark}` +
    `<text x="${Math.max(x(share.max), x(target ?? 0)) + 8}" y="${middle + 5}">${share.median.toFixed(2)}</text>`
  )
}

const round = (value) => Math.round(value * 10) / 10

const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
