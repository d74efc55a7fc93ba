// From rounds to numbers, and from numbers to a table and to files.
import { mkdirSync, writeFileSync } from 'node:fs'
import { drawChart } from './chart.mjs'

/** What is to cost the same, costs at most so many times as much. */
const ALIKE = 1.3

export const summarize = (measured) =>
  measured.map(
    ({
      engine,
      variant,
      case: { name, title, targets, comparedTo, timesAtMost = ALIKE, processorMsAtMost = null },
      rounds,
    }) => {
      const bare = rounds.map((pair) => pair.bare)
      const service = rounds.map((pair) => pair.service)
      const other = measured.find(
        (one) => one.case.name === comparedTo && one.engine === engine && one.variant === variant,
      )
      return {
        case: name,
        title,
        engine,
        variant,
        share: spread(
          rounds.map((pair) => pair.service.perSecond / pair.bare.perSecond),
          3,
        ),
        processor_share: spread(
          rounds.map((pair) => pair.bare.processorMicros / pair.service.processorMicros),
          3,
        ),
        rounds: rounds.length,
        disturbed_rounds: rounds.filter(({ disturbed }) => disturbed).length,
        target: targets[engine] ?? null,
        processor_ms_at_most: processorMsAtMost,
        calls_per_second: spread(valuesOf(service, 'perSecond'), 0),
        processor_micros: spread(valuesOf(service, 'processorMicros'), 1),
        busy: spread(valuesOf(service, 'busy'), 2),
        p50_ms: spread(valuesOf(service, 'p50Ms'), 2),
        p99_ms: spread(valuesOf(service, 'p99Ms'), 2),
        overdue_processor_seconds: spread(valuesOf(service, 'overdue'), 2),
        compared: other
          ? { to: comparedTo, at_most: timesAtMost, cost: costBeside(rounds, other.rounds) }
          : null,
        beside: besideOf(service),
        bytes_per_answer: spread(valuesOf(service, 'bytes'), 0).median,
        bare: {
          calls_per_second: spread(valuesOf(bare, 'perSecond'), 0),
          processor_micros: spread(valuesOf(bare, 'processorMicros'), 1),
          busy: spread(valuesOf(bare, 'busy'), 2),
        },
        ...readsOf(rounds),
      }
    },
  )

/** What a call costs in processor time, as a multiple of the other's, round by round, each by the bare server's. */
const costBeside = (rounds, others) => {
  const costOf = ({ bare, service }) => service.processorMicros / bare.processorMicros
  return spread(
    rounds.map((pair, index) => costOf(pair) / costOf(others[index])),
    2,
  )
}

const besideOf = (service) => {
  const taken = service.flatMap(({ besideMs = [] }) => besideMs).toSorted((a, b) => a - b)
  if (taken.length === 0) return null
  const at = (share) => Number(taken[Math.floor((taken.length - 1) * share)].toFixed(2))
  return { calls: taken.length, p50_ms: at(0.5), p99_ms: at(0.99) }
}

/** Of deliveries: what becomes of reads while the queue drains. */
const readsOf = (rounds) => {
  const reads = rounds.flatMap((round) => round.reads ?? [])
  if (reads.length === 0) return {}
  return {
    reads: {
      p99_ms_idle: spread(valuesOf(reads, 'idleP99Ms'), 2),
      p99_ms_draining: spread(valuesOf(reads, 'drainingP99Ms'), 2),
    },
  }
}

const valuesOf = (measurements, name) => measurements.map((measurement) => measurement[name])

export const spread = (values, digits) => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const median = sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  const rounded = (value) => Number(value.toFixed(digits))
  return { median: rounded(median), min: rounded(sorted[0]), max: rounded(sorted.at(-1)) }
}

const columns = [
  'case',
  'engine',
  'variant',
  'share',
  'min–max',
  'by µs',
  'min–max',
  'target',
  'calls/s',
  'bare/s',
  'µs/call',
  'bare µs',
  'p99 ms',
]

export const tableOf = (results) => {
  const rows = results.map((result) => [
    result.case,
    result.engine,
    result.variant,
    result.share.median.toFixed(3),
    `${result.share.min.toFixed(3)}–${result.share.max.toFixed(3)}`,
    result.processor_share.median.toFixed(3),
    `${result.processor_share.min.toFixed(3)}–${result.processor_share.max.toFixed(3)}`,
    result.target === null ? '' : `${result.target.toFixed(2)} ${verdictOf(result)}`,
    String(result.calls_per_second.median),
    String(result.bare.calls_per_second.median),
    String(result.processor_micros.median),
    String(result.bare.processor_micros.median),
    String(result.p99_ms.median),
  ])
  const widths = columns.map((name, at) => Math.max(name.length, ...rows.map((row) => row[at].length)))
  return [columns, ...rows]
    .map((row) => row.map((cell, at) => (at < 3 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))))
    .map((cells) => cells.join('  ').trimEnd())
    .join('\n')
}

/** The lines under the table: what is to cost so much at most, or the same, and what was timed beside a load. */
export const remarksOf = (results) =>
  results.flatMap(({ case: name, engine, variant, compared, beside, ...result }) => [
    ...(result.processor_ms_at_most === null ? [] : [lineOfCost(name, engine, variant, result)]),
    ...(compared
      ? [
          `${name} on ${engine} (${variant}) costs ${compared.cost.median} times what ${compared.to} does ` +
            `(${compared.cost.min}–${compared.cost.max}; ${compared.cost.median <= compared.at_most ? 'met' : 'MISSED'}: ${compared.at_most})`,
        ]
      : []),
    ...(beside
      ? [
          `reads beside ${name} on ${engine} (${variant}): p50 ${beside.p50_ms} ms, p99 ${beside.p99_ms} ms of ${beside.calls}`,
        ]
      : []),
  ])

const lineOfCost = (
  name,
  engine,
  variant,
  { processor_micros, processor_ms_at_most: most, bytes_per_answer },
) => {
  const ms = processor_micros.median / 1000
  return (
    `${name} on ${engine} (${variant}) takes ${ms.toFixed(2)} ms of processor time ` +
    `(${ms <= most ? 'met' : 'MISSED'}: ${most} ms) and has ${(bytes_per_answer / 1024).toFixed(1)} KB`
  )
}

/** What the table has no column for. */
export const notesOf = (results) =>
  results
    .filter(({ reads }) => reads !== undefined)
    .map(
      ({ case: name, engine, variant, p50_ms: p50, p99_ms: p99, reads }) =>
        `${name} on ${engine} (${variant}): from a call on an idle service to its delivery p50 ${p50.median} ms, p99 ${p99.median} ms; ` +
        `p99 of reads ${reads.p99_ms_draining.median} ms while the queue drains, ${reads.p99_ms_idle.median} ms before`,
    )

/** No verdict on rounds of which half or more were disturbed: they can come out on either side. */
const verdictOf = ({ share, target, disturbed_rounds: disturbed, rounds }) => {
  if (disturbed * 2 >= rounds) return 'unclear'
  return share.median >= target ? 'met' : 'MISSED'
}

/** Where a server had to wait for its core or its load, the share means little; the processor time still does. */
export const warningsOf = (results) =>
  results
    .filter(({ disturbed_rounds: disturbed }) => disturbed > 0)
    .map(
      (result) =>
        `${result.disturbed_rounds} of ${result.rounds} rounds of ${result.case} on ${result.engine} (${result.variant}) were disturbed`,
    )

/** Writes results/<name>.json and .svg. */
export const writeReport = (name, report) => {
  const folder = new URL('results/', import.meta.url)
  mkdirSync(folder, { recursive: true })
  writeFileSync(new URL(`${name}.json`, folder), `${JSON.stringify(report, null, 2)}\n`)
  writeFileSync(new URL(`${name}.svg`, folder), drawChart(report))
}
