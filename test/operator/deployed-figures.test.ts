// The dashboard and the alerts that come with the service ask for figures that a running one gives, by the names and
// labels that it gives them; and Prometheus' own tool finds the alerts in order.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commandOf } from '../support/command.ts'
import type { Engine } from '../support/engine.ts'
import { challenge, person } from '../support/people.ts'
import { receivers } from '../support/receivers.ts'
import { requirement } from '../support/requirements.ts'
import { startTestService } from '../support/service.ts'
import { loopbackAllowed, subscribe } from '../support/subscriptions.ts'

const folder = new URL('../../deploy/', import.meta.url)
const promtool = requirement('promtool')

const scratch = mkdtempSync(join(tmpdir(), 'figures-'))
afterAll(() => rmSync(scratch, { recursive: true }))

/** As Prometheus takes them, and by its rules of naming. */
const checkMetrics = (text: string): void => {
  const own = text.split(/(?=^# HELP )/m).filter((part) => part.startsWith('# HELP challenge_service_'))
  expect(own.length).toBeGreaterThan(20)
  const { status, stderr } = spawnSync(promtool ?? '', ['check', 'metrics'], {
    input: own.join(''),
    encoding: 'utf8',
  })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
}

/** The labels that each metric of a service has, once everything that it counts has happened. */
const readFigures = async (engine: Engine): Promise<ReadonlyMap<string, Set<string>>> => {
  const service = await startTestService(engine, { ...loopbackAllowed, METRICS_PORT: '0' })
  const receiver = await receivers.healthy()
  try {
    const ana = await person(service)
    await subscribe(ana, receiver)
    await challenge(ana, await person(service))
    await service.call('GET', '/v1/me')
    await service.runDue()
    await commandOf(service)('backup', join(scratch, `${engine}.db`))
    const { body } = await request(`http://127.0.0.1:${service.metricsPort}/metrics`)
    const text = await body.text()
    if (promtool !== undefined) checkMetrics(text)
    const figures = new Map<string, Set<string>>()
    for (const line of text.split('\n')) {
      const [, name, labels = ''] = /^([a-z_0-9]+)(?:\{(.*)\})? \S+$/.exec(line) ?? []
      if (name === undefined) continue
      const known = figures.get(name) ?? new Set()
      figures.set(name, known)
      for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label)
    }
    return figures
  } finally {
    await receiver.close()
    await service.stop()
  }
}

interface Dashboard {
  readonly panels: readonly { readonly targets?: readonly { readonly expr: string }[] }[]
}

const listExpressions = (): readonly string[] => {
  const dashboard = JSON.parse(readFileSync(new URL('grafana/dashboard.json', folder), 'utf8')) as Dashboard
  const alerts = readFileSync(new URL('prometheus/alerts.yml', folder), 'utf8')
  return [
    ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
    ...[...alerts.matchAll(/expr: (?:\|\n((?: {10}.*\n)+)|(.*)\n)/g)].map(
      ([, block, line]) => block ?? line ?? '',
    ),
  ]
}

/** What Prometheus itself adds to every figure. */
const added = ['instance', 'job']
const METRIC = /\b((?:challenge_service|nodejs|process)_[a-z_0-9]+)(?:\{([^}]*)\})?/g

describe('the dashboard and the alerts', () => {
  const figures = new Map<string, Set<string>>()
  beforeAll(async () => {
    for (const engine of ['sqlite', 'postgres'] as const) {
      for (const [name, labels] of await readFigures(engine)) {
        figures.set(name, new Set([...(figures.get(name) ?? []), ...labels]))
      }
    }
  })
  const expressions = listExpressions()

  it('are there', () => expect(expressions.length).toBeGreaterThan(30))

  it.each(expressions)('ask for what there is: %s', (expression) => {
    const asked = [...expression.matchAll(METRIC)]
    expect(asked.length + Number(expression.startsWith('up{'))).toBeGreaterThan(0)
    for (const [, name = '', selector = ''] of asked) {
      expect([...figures.keys()]).toContain(name)
      const labels = [...selector.matchAll(/(\w+)(?:=~|!~|!=|=)"/g)].map(([, label]) => label)
      for (const label of labels) expect([...(figures.get(name) ?? []), ...added]).toContain(label)
    }
    const grouped = [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names = '']) =>
      names.split(', '),
    )
    const given = new Set([...added, ...asked.flatMap(([, name = '']) => [...(figures.get(name) ?? [])])])
    for (const label of grouped) expect([...given]).toContain(label)
  })

  it('show every figure of the service', () => {
    const all = expressions.join('\n')
    const own = [...figures.keys()].filter((name) => name.startsWith('challenge_service_'))
    const base = new Set(own.map((name) => name.replace(/_(bucket|sum|count)$/, '')))
    expect([...base].filter((name) => !all.includes(name))).toEqual([])
  })
})

describe.skipIf(promtool === undefined)('the alerts, by promtool', () => {
  const run = (...args: readonly string[]): string =>
    execFileSync(promtool ?? '', [...args], {
      cwd: new URL('prometheus/', folder),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })

  const scrape = readFileSync(new URL('prometheus/scrape.yml', folder), 'utf8')
  const alerts = readFileSync(new URL('prometheus/alerts.yml', folder), 'utf8')

  it('are rules that Prometheus takes', () => {
    expect(run('check', 'rules', 'alerts.yml')).toContain('18 rules found')
  })

  it('are found by the settings of Prometheus, whose job is the one that they go by', () => {
    expect(run('check', 'config', 'scrape.yml')).toContain('SUCCESS: 18 rules found')
    const [, job = 'none'] = /job_name: (\S+)/.exec(scrape) ?? []
    for (const [, named] of alerts.matchAll(/job="([^"]+)"/g)) expect(named).toBe(job)
  })

  it('are raised by what they are for, and by nothing else', () => {
    expect(() => run('test', 'rules', 'alerts.test.yml')).not.toThrow()
  })
})
