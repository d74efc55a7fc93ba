// Calls by route, method and status, and how long they took. Counted in plain numbers, one cell for each route: a
// metric of prom-client looks its labels up at every call, which takes several microseconds of the call.

/** In seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const

/** Of a path that is none of ours: whatever was asked for, it is one label. */
const UNKNOWN_ROUTE = 'unknown'
/** The client went away before it was answered. */
export const NO_STATUS = 0

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export class RouteFigures {
  readonly route: string
  readonly method: string
  readonly byStatus = new Map<number, number>()
  /** How many took at most as long as each bucket, and more than the one before; the last is without end. */
  readonly counts: number[] = Array.from({ length: BUCKETS.length + 1 }, () => 0)
  seconds = 0

  constructor(method: string, route: string) {
    this.method = method
    this.route = route
  }

  count(status: number): void {
    this.byStatus.set(status, (this.byStatus.get(status) ?? 0) + 1)
  }

  /** Not for one that was held open, which took as long as it was meant to. */
  time(seconds: number): void {
    let at = 0
    while (at < BUCKETS.length && seconds > (BUCKETS[at] ?? 0)) at += 1
    this.counts[at] = (this.counts[at] ?? 0) + 1
    this.seconds += seconds
  }
}

export class CallFigures {
  readonly #routes = new Map<string, RouteFigures>()

  /** The cell of a route; without one, of all paths that are none of ours. */
  of(method: string, route: string = UNKNOWN_ROUTE): RouteFigures {
    const named = METHODS.has(method) ? method : 'other'
    const key = `${named} ${route}`
    const known = this.#routes.get(key)
    if (known) return known
    const made = new RouteFigures(named, route)
    this.#routes.set(key, made)
    return made
  }

  /** In Prometheus' format. Routes that nobody called are left out. */
  render(): string {
    const called = [...this.#routes.values()].filter(({ byStatus }) => byStatus.size > 0)
    return [
      '# HELP challenge_service_http_requests_total Calls by route, method and status.',
      '# TYPE challenge_service_http_requests_total counter',
      ...called.flatMap(renderStatuses),
      '# HELP challenge_service_http_request_seconds How long calls took, without those that were held open.',
      '# TYPE challenge_service_http_request_seconds histogram',
      ...called.flatMap(renderTimes),
      '',
    ].join('\n')
  }
}

const labelsOf = ({ method, route }: RouteFigures): string =>
  `method="${method}",route="${route.replaceAll(/["\\\n]/g, '_')}"`

const renderStatuses = (figures: RouteFigures): readonly string[] =>
  [...figures.byStatus].map(
    ([status, count]) =>
      `challenge_service_http_requests_total{${labelsOf(figures)},status="${status === NO_STATUS ? 'none' : status}"} ${count}`,
  )

const renderTimes = (figures: RouteFigures): readonly string[] => {
  const name = 'challenge_service_http_request_seconds'
  const labels = labelsOf(figures)
  let sum = 0
  const buckets = figures.counts.map((count, at) => {
    sum += count
    return `${name}_bucket{${labels},le="${BUCKETS[at] ?? '+Inf'}"} ${sum}`
  })
  return [...buckets, `${name}_sum{${labels}} ${figures.seconds}`, `${name}_count{${labels}} ${sum}`]
}
