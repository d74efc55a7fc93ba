// Where a page of the tour is found in the demonstration: a path is its own place, all else is looked for.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'

const bin = join(import.meta.dirname, '../../bin/challenge-service')
const execute = promisify(execFile)

const call = async ({ url, token }, path, body) => {
  const response = await fetch(url + path, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`)
  return answer.data
}

/** The one whose claim holds these words. */
const findChallenge = async (demonstration, words) => {
  const challenges = await call(demonstration, '/v1/challenges?limit=100')
  const found = challenges.find(({ claim }) => claim.includes(words))
  if (!found) throw new Error(`no challenge of the demonstration says “${words}”`)
  return `/challenges/${found.id}`
}

const findGroup = async (demonstration, name) => {
  const found = (await call(demonstration, '/v1/groups')).find((group) => group.name === name)
  if (!found) throw new Error(`there is no group ${name}`)
  return `/groups/${found.id}`
}

/** The link to a challenge in the newest mail to this address, as the operator reads it. */
const findMailedLink = async ({ settings }, address) => {
  const mail = async (...args) => {
    const env = { PATH: process.env.PATH, ...settings }
    return JSON.parse((await execute(bin, ['mail', ...args, '--json'], { env })).stdout)
  }
  const { mails } = await mail('list', '--limit', '1000')
  for (const { id } of mails.filter(({ to, challenge_id: about }) => to === address && about)) {
    const path = /\/a\/\S+/.exec((await mail('show', id)).text)?.[0]
    if (path) return path
  }
  throw new Error(`no mail to ${address} holds a link to a challenge`)
}

/** A receiver on loopback that takes every other delivery, and a subscription that was tried on it. */
const makeWebhook = async (demonstration) => {
  let count = 0
  const receiver = createServer((_, response) => {
    count += 1
    response.writeHead(count % 2 === 0 ? 503 : 200).end(count % 2 === 0 ? 'try again' : 'ok')
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const { id } = await call(demonstration, '/v1/webhooks', {
    url: `http://127.0.0.1:${receiver.address().port}/challenges`,
    description: 'The bot in our chat',
  })
  for (const type of ['challenge.created', 'challenge.accepted', 'challenge.resolved']) {
    await call(demonstration, `/v1/webhooks/${id}/test`, { type })
    await demonstration.runDue()
  }
  receiver.close()
  return `/settings/webhooks/${id}`
}

export const findPlace = (demonstration, at) => {
  if (at === 'webhook') return makeWebhook(demonstration)
  if (typeof at === 'string') return at
  if (at.link) return demonstration.links.get(at.link)
  if (at.claim) return findChallenge(demonstration, at.claim)
  if (at.group) return findGroup(demonstration, at.group)
  return findMailedLink(demonstration, at.mailTo)
}
