// Calls without a pause, while nodes come and go: what failed, and what was acknowledged.
import { call } from './call.ts'
import type { ClusterPerson } from './cluster.ts'

export interface Load {
  /** Lets each client finish the call that it is in. */
  stop(): Promise<LoadResult>
  /** So many calls at once, beside the others. */
  burst(calls: number): Promise<void>
  /** How many calls were answered as they should be so far. */
  answered(): number
  /** How many were made, whatever came of them. */
  attempted(): number
}

interface LoadResult {
  readonly failures: readonly string[]
  /** The claims of the challenges that the service said it had made. */
  readonly made: readonly string[]
}

/** Each client makes a challenge and reads it, again and again. Nothing is sent twice, and there is no key. */
export const startLoad = (
  url: string,
  creator: ClusterPerson,
  opponent: ClusterPerson,
  clients: number,
): Load => {
  const over = new AbortController()
  let answered = 0
  const failures: string[] = []
  const made: string[] = []

  const attempt = async (method: string, path: string, status: number, body?: unknown) => {
    try {
      const reply = await call(url, method, path, { token: creator.token, body })
      if (reply.status !== status) {
        failures.push(`${method} ${path}: ${reply.status} ${reply.text}`)
        return undefined
      }
      answered += 1
      return reply.body.data as { readonly id: string }
    } catch (error) {
      failures.push(`${method} ${path}: ${String(error)}`)
      return undefined
    }
  }

  const play = async (claim: string): Promise<void> => {
    const body = { claim, opponent_email: opponent.email, stake: 'a coffee', due_days: 5 }
    const challenge = await attempt('POST', '/v1/challenges', 201, body)
    if (challenge === undefined) return
    made.push(claim)
    await attempt('GET', `/v1/challenges/${challenge.id}`, 200)
  }

  const work = async (client: number): Promise<void> => {
    for (let n = 0; !over.signal.aborted; n += 1) await play(`Client ${client} makes number ${n}.`)
  }
  const working = Promise.all(Array.from({ length: clients }, (_, client) => work(client)))
  let bursts = 0
  return {
    burst: async (calls) => {
      bursts += 1
      await Promise.all(Array.from({ length: calls }, (_, n) => play(`Burst ${bursts} has number ${n}.`)))
    },
    answered: () => answered,
    attempted: () => answered + failures.length,
    stop: async () => {
      over.abort()
      await working
      return { failures, made }
    },
  }
}

/** The claims of all challenges that a person made, as the service lists them. */
export const listClaims = async (url: string, { token }: ClusterPerson): Promise<readonly string[]> => {
  const claims: string[] = []
  let cursor = ''
  for (;;) {
    const reply = await call(url, 'GET', `/v1/challenges?limit=100${cursor}`, { token })
    claims.push(...(reply.body.data as readonly { readonly claim: string }[]).map(({ claim }) => claim))
    if (!reply.body.next_cursor) return claims
    cursor = `&cursor=${encodeURIComponent(reply.body.next_cursor)}`
  }
}
