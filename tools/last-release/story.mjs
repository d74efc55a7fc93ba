// What happens in a database of the last release: challenges in every status, a group, webhooks with deliveries that
// were made, failed once, or wait, mails, a block, a vote, a remembered response. It ends with what the service showed,
// so that a newer one can be held to it.
import { createServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

const DAY_MS = 86_400_000
const LOOKS = 400
const LOOK_MS = 50

const terms = { claim: 'I run ten kilometres before Sunday.', stake: 'a coffee', due_days: 30 }

/** A function that calls the service; it gives the body, and throws at a refusal. */
const callerOf =
  (url) =>
  async (token, method, path, body, headers = {}) => {
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
    return text === '' ? {} : JSON.parse(text)
  }

/** Ana has a subscription with deliveries that arrived, and one that failed once and waits to be tried again. */
export const beginStory = async ({ service, access, blocks, clock }) => {
  const { store, url } = service
  const call = callerOf(url)
  const post = async (token, path, body = {}) => (await call(token, 'POST', path, body)).data
  const now = () => clock.now()
  const createToken = async (owner) =>
    (await store.write((tx) => access.createToken(tx, { owner, scopes: 'all', name: 'old' }, now()))).token
  const createPerson = async (email, firstName, plan = 'club') => {
    const person = { email, firstName, lastName: 'Quill', plan }
    const { id } = await store.write((tx) => access.createAccount(tx, person, now()))
    return { email, token: await createToken({ kind: 'account', id }) }
  }

  const ana = await createPerson('ana@old.example', 'Ana')
  const ben = await createPerson('ben@old.example', 'Ben')
  const eve = await createPerson('eve@old.example', 'Eve', 'free')
  const idOf = async ({ email }) =>
    (await store.first({ name: null, text: 'select id from people where email = $1' }, email)).id
  const [blocker, blocked] = [await idOf(ana), await idOf(eve)]
  await store.write((tx) => blocks.blockPerson(tx, blocker, blocked, now()))
  const admin = { email: ana.email, firstName: 'Ana' }
  const group = await store.write((tx) => access.createGroup(tx, { name: 'Blue', admin }, now()))
  const groupToken = await createToken({ kind: 'group', id: group.id })

  let status = 200
  const receiver = createServer((_, response) => response.writeHead(status).end()).listen(0, '127.0.0.1')
  await new Promise((resolve) => receiver.once('listening', resolve))
  const hook = `http://127.0.0.1:${receiver.address().port}/hook`
  const webhook = await post(ana.token, '/v1/webhooks', { url: hook })
  const untilLast = async (isSo) => {
    for (let look = 0; look < LOOKS; look += 1) {
      const { data } = await call(ana.token, 'GET', `/v1/webhooks/${webhook.id}/deliveries?limit=1`)
      if (data.length > 0 && isSo(data[0])) return
      await pause(LOOK_MS)
    }
    throw new Error('the deliveries did not go as planned')
  }
  const made = await post(ana.token, '/v1/challenges', { ...terms, opponent_email: ben.email })
  await untilLast((delivery) => delivery.status === 'delivered')
  status = 503
  await post(ben.token, `/v1/challenges/${made.id}/accept`)
  await untilLast((delivery) => delivery.status === 'pending' && delivery.attempts > 0)
  receiver.close()
  // A subscription that was deleted, and one of the group.
  const deleted = await post(ana.token, '/v1/webhooks', { url: `${hook}/deleted` })
  await call(ana.token, 'DELETE', `/v1/webhooks/${deleted.id}`)
  await post(groupToken, '/v1/webhooks', { url: `${hook}/group`, user_email: ana.email })
  return { ana, ben, group, groupToken, webhook }
}

/** The rest, while no job runs by itself: all deliveries of it wait. */
export const endStory = async ({ service, advance }, { ana, ben, group, groupToken, webhook }) => {
  const call = callerOf(service.url)
  const post = async (token, path, body = {}) => (await call(token, 'POST', path, body)).data

  const challenges = {}
  const create = async (name, more = {}) => {
    const made = await post(ana.token, '/v1/challenges', { ...terms, opponent_email: ben.email, ...more })
    challenges[name] = made.id
    return made.id
  }
  const act = (person, name, action, body) =>
    post(person.token, `/v1/challenges/${challenges[name]}/${action}`, body)

  await create('expired', { due_days: 1 })
  await create('due', { due_days: 1 })
  await act(ben, 'due', 'accept')
  advance(2 * DAY_MS)
  await service.runDue()

  await create('pending', { reference: 'of-ana' })
  for (const name of ['active', 'proposed', 'disputed', 'resolved', 'cancelled']) {
    await create(name)
    await act(ben, name, 'accept')
    advance(60_000)
  }
  await act(ben, 'active', 'tally', { amount: 3, note: 'three rounds' })
  await act(ben, 'active', 'evidence', { text: 'A picture of the finish.' })
  await act(ana, 'proposed', 'resolve', { outcome: 'creator_won' })
  await act(ana, 'disputed', 'resolve', { outcome: 'creator_won' })
  await act(ben, 'disputed', 'dispute', { reason: 'It rained.' })
  await act(ana, 'resolved', 'resolve', { outcome: 'opponent_won' })
  await act(ana, 'cancelled', 'cancel', { reason: 'no time' })
  await act(ben, 'cancelled', 'cancel', { reason: 'agreed' })
  await create('declined')
  await act(ben, 'declined', 'cancel')

  // In the group, which acts for its members.
  const members = `/v1/groups/${group.id}/members`
  for (const [email, firstName] of [
    ['ben@old.example', 'Benny'],
    ['cy@old.example', 'Cy'],
  ]) {
    await post(groupToken, members, { email, first_name: firstName, user_email: ana.email })
  }
  const within = await post(groupToken, '/v1/challenges', {
    ...terms,
    opponent_email: ben.email,
    user_email: ana.email,
  })
  challenges.group = within.id
  await post(groupToken, `/v1/challenges/${within.id}/accept`, { user_email: ben.email })
  await post(groupToken, `/v1/challenges/${within.id}/support`, {
    side: 'creator',
    user_email: 'cy@old.example',
  })

  const { options } = (await call(ana.token, 'GET', '/v1/questions/daily')).data
  await post(ana.token, '/v1/questions/daily', { option: options[0].id })
  // Earlier mails are settled; those of what follows wait, as do all deliveries since.
  await service.runDue()
  const repeated = { ...terms, opponent_email: 'dee@old.example', claim: 'Said once, done once.' }
  const key = { 'idempotency-key': 'said-once' }
  const remembered = (await call(ana.token, 'POST', '/v1/challenges', repeated, key)).data
  challenges.remembered = remembered.id

  const tokens = { ana: ana.token, ben: ben.token, group: groupToken }
  const paths = {
    ana: [
      '/v1/me',
      '/v1/challenges?limit=100',
      '/v1/challenges?status=active,due',
      '/v1/events?limit=100',
      '/v1/webhooks',
      ...Object.entries(challenges)
        .filter(([name]) => name !== 'group')
        .map(([, id]) => `/v1/challenges/${id}`),
    ],
    group: [members, `/v1/groups/${group.id}/stats`, `/v1/groups/${group.id}/challenges`].map(
      (path) => `${path}?user_email=${ana.email}`,
    ),
  }
  const page = await call(ana.token, 'GET', '/v1/challenges?limit=2')

  return {
    tokens,
    paths,
    challenges,
    webhook: { id: webhook.id, signing_secret: webhook.signing_secret },
    repeated: { body: repeated, key: key['idempotency-key'], id: remembered.id },
    cursor: page.next_cursor,
    shown: await showAll(service.url, tokens, paths),
  }
}

/** The data that each path gives to each of those who ask: `{ who: { path: data } }`. */
export const showAll = async (url, tokens, paths) => {
  const call = callerOf(url)
  const shown = {}
  for (const [who, asked] of Object.entries(paths)) {
    shown[who] = {}
    for (const path of asked) shown[who][path] = (await call(tokens[who], 'GET', path)).data
  }
  return shown
}
