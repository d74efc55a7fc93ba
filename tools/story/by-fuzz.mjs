// Calls of the fuzz tests (test/fuzz), always the same: made from the OpenAPI document and sent byte for byte. Each
// operation is called with each token. Of many more calls, those are sent that bring an operation something new: a
// token and person together, or a fault.
import fc from 'fast-check'
import { openApiDocument } from '@challenge-service/contract'

const DRAWN = { numRuns: 10_000, seed: 1 }
/** With other tokens a call can be refused for its token, and then its fault does not show. */
const MAY_DO_ALL = new Set(['account', 'group', 'opponent', 'group, as the opponent'])
const STEP_MS = 50
// As in test/fuzz/fuzz.ts: now and then an hour passes, and a challenge gets under way.
const HOUR_MS = 3_600_000
const LEAP_EVERY = 40
const FRESH_EVERY = 60

const chooseCalls = ({ anyCall, operationsOf, soundDraft, toCall, tokenKinds }) => {
  const operations = operationsOf(openApiDocument({ version: 'any' }))
  const sound = operations.flatMap((operation) =>
    fc
      .sample(soundDraft(operation), { numRuns: tokenKinds.length, seed: 1 })
      .map((draft, index) => toCall({ ...draft, token: tokenKinds[index] })),
  )
  const seen = new Set()
  const drawn = fc.sample(anyCall(operations), DRAWN).filter(({ operation, note, token, person }) => {
    const seenBefore = seen.size
    if (note === 'sound') seen.add(`${operation.name} ${token} ${person}`)
    else if (MAY_DO_ALL.has(token)) seen.add(`${operation.name} ${note}`)
    return seen.size > seenBefore
  })
  return [...sound, ...drawn]
}

export const playFuzz = (player, support) => player.tell('calls', () => playCalls(player, support))

const playCalls = async (player, support) => {
  const { addresses, fillKnownIds, keepIds, startChallenge, Wire } = support
  const { operator } = player
  const { creator, opponent } = addresses
  const makeToken = (owner) => operator(`token create --json ${owner}`)
  for (const address of [creator, opponent]) {
    await operator(`account create --email ${address} --first-name Pat --plan club --json`)
  }
  await operator('account create --email free@test.example --first-name Pat --json')
  const { id: groupId } = await operator(
    `group create --name Fuzz --admin ${creator} --first-name Pat --json`,
  )
  const { id: memberId } = await operator(`group add ${groupId} --email ${opponent} --first-name Pat --json`)
  const { members } = await operator(`group members ${groupId} --json`)
  const { token: group } = await makeToken(`--group ${groupId}`)
  const revoked = await makeToken(`--account ${creator}`)
  await operator(`token revoke ${revoked.id} --json`)
  const tokenOf = async (owner) => (await makeToken(owner)).token
  const tokens = {
    account: await tokenOf(`--account ${creator}`),
    group,
    opponent: await tokenOf(`--account ${opponent}`),
    'group, as the opponent': group,
    'profile only': await tokenOf(`--account ${creator} --scopes profile:read`),
    'events only': await tokenOf(`--account ${creator} --scopes events:read`),
    free: await tokenOf('--account free@test.example'),
    revoked: revoked.token,
    expired: await tokenOf(`--account ${creator} --expires-in-days 1`),
    unknown: `cs_acc_${'0'.repeat(49)}`,
    none: undefined,
  }
  await player.pass({ days: 1 })

  const { knownId, noteIds } = keepIds(new Set([memberId, ...members.map(({ id }) => id)]))
  const freshen = async (inGroup) => {
    const call = async (method, path, options) => {
      await player.advance(STEP_MS)
      return player.note(await player.send('fresh', method, path, options))
    }
    for (const text of await startChallenge({ call }, tokens, inGroup)) noteIds(text)
  }
  const wire = new Wire(player.url)
  for (const [index, drafted] of chooseCalls(support).entries()) {
    if (index % FRESH_EVERY === 0) await freshen(index % (2 * FRESH_EVERY) === 0)
    await player.advance(index % LEAP_EVERY === 0 ? HOUR_MS : STEP_MS)
    const call = fillKnownIds(drafted, knownId)
    const { token, method, target, note, operation } = call
    const title = `${token} ${method} ${target} ${operation.name}, ${note}: ${call.body ?? ''}`
    try {
      const answer = await wire.send(call, tokens[token] && `Bearer ${tokens[token]}`)
      const headers = Object.fromEntries(answer.headers)
      player.noteCall({ title, method, path: target, status: answer.status, headers, text: answer.text })
      if (answer.status < 300) noteIds(answer.text)
    } catch (error) {
      player.noteText(title, error.message)
      player.noteFault(title, error)
    }
  }
  wire.close()
}
