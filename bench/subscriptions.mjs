// Whether a caller can tell by the time of a create how many subscriptions its receiver has. Calls for someone with
// none and for someone with many go out in a random order, one after another over one connection, so that what is
// delivered after one of them falls on either kind alike. A classifier by time is held against the truth.
import { Client } from 'undici'
import { startPeer } from './peers.mjs'
import { CALLS, describeTelling, percent, tellApart, timeInTurns } from './telling-apart.mjs'

const SUBSCRIPTIONS = 20
const WARM_UP = 100

/** Gives for each of `targets` (`{ engine, variant, case, service, database }`) how often the classifier was right. */
export const measureSubscriptions = async (targets, { rounds, say }) => {
  if (targets.length === 0) return []
  const receiver = await startPeer('receiver.mjs')
  const connections = []
  try {
    const prepared = []
    for (const target of targets) {
      const client = new Client(target.service.url)
      connections.push(client)
      prepared.push({ ...target, client, ...(await prepare(client, target, receiver)), right: [], apart: [] })
    }
    for (let round = 1; round <= rounds; round += 1) {
      for (const target of prepared) {
        const calls = await timeCalls(target, CALLS)
        const { right, apart } = tellApart(calls)
        target.right.push(right)
        target.apart.push(apart)
        say(
          `round ${round} of ${rounds}: subscriptions on ${target.engine}, ${target.variant}: right in ${percent(right)}`,
        )
      }
    }
    return prepared.map(({ engine, variant, right, apart }) => ({ engine, variant, right, apart_ms: apart }))
  } finally {
    for (const client of connections) await client.close()
    receiver.stop()
  }
}

const call = async (client, token, path, body) => {
  const startedAt = process.hrtime.bigint()
  const answer = await client.request({
    method: 'POST',
    path,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await answer.body.text()
  const ms = Number(process.hrtime.bigint() - startedAt) / 1e6
  if (answer.statusCode !== 201) throw new Error(`${path} answered ${answer.statusCode}: ${text}`)
  return ms
}

const prepare = async (client, { database }, receiver) => {
  const [caller, none, many] = database.people
  for (let n = 0; n < SUBSCRIPTIONS; n += 1) {
    await call(client, many.token, '/v1/webhooks', { url: `${receiver.url}/hook/${n}` })
  }
  const parties = { caller, none, many }
  await timeCalls({ client, ...parties }, WARM_UP)
  return parties
}

const timeCalls = async ({ client, caller, none, many }, count) =>
  await timeInTurns(count, async (isMany) => {
    const opponent = isMany ? many : none
    const body = {
      claim: 'I run ten kilometres before Sunday.',
      opponent_email: opponent.email,
      stake: 'a coffee',
      due_days: 5,
    }
    return await call(client, caller.token, '/v1/challenges', body)
  })

export const linesOfSubscriptions = (measured) =>
  measured.map(({ engine, variant, ...told }) => {
    const { score, micros } = describeTelling(told)
    return (
      `subscriptions on ${engine} (${variant}): ${score}; ` +
      `those for ${SUBSCRIPTIONS} take ${micros} µs longer in the middle`
    )
  })
