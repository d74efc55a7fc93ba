// What neither the model nor the fuzz tests reach: the operator, groups and their observers, the daily question, the
// pages of mails, waiting calls and streams, deliveries that fail, limits, and people who are exported and erased.

const MISSING = '0'.repeat(26)

/** The people and tokens that the rest is about. */
const meet = async ({ operator, caller, nobody }) => {
  const signUp = async (name, plan = ' --plan club --last-name Quill') => {
    const first = name[0].toUpperCase() + name.slice(1)
    await operator(`account create --email ${name}@people.example --first-name ${first} --json${plan}`)
    return tokenOf(name)
  }
  const tokenOf = async (name, more = '') => {
    const made = await operator(`token create --account ${name}@people.example --json${more}`)
    return { ...caller(name, made.token), tokenId: made.id }
  }
  const foundGroup = async (name, admin) => {
    const { id } = await operator(
      `group create --name ${name} --admin ${admin}@people.example --first-name Al --json`,
    )
    const { token } = await operator(`token create --group ${id} --json`)
    return { id, member: (email) => caller(email, token, email), bot: caller(name, token) }
  }
  const people = {
    ana: await signUp('ana'),
    ben: await signUp('ben'),
    cam: await signUp('cam'),
    hal: await signUp('hal'),
    brief: await tokenOf('cam', ' --expires-in-days 1'),
    blue: await foundGroup('Blue', 'ana'),
    red: await foundGroup('Red', 'zoe'),
  }
  const revoked = await tokenOf('cam')
  await operator(`token revoke ${revoked.tokenId} --json`)
  await operator('token list --account cam@people.example --json')
  await operator('token list --account nobody@people.example')
  await operator('account create --email ana@people.example --first-name Ana')
  await operator('account create --first-name X --email', 'not an address')
  await operator('group list --json')
  for (const path of ['/healthz', '/readyz']) await nobody.get(path)
  await nobody.get('/openapi.json', { compared: 'interface' })
  for (const path of ['/docs', '/docs/style.css', '/docs/script.js']) {
    await nobody.get(path, { compared: 'head' })
  }
  return people
}

const terms = (claim, opponent, more = {}) => ({
  claim: `I win the ${claim}.`,
  stake: 'a coffee',
  due_days: 5,
  ...(opponent ? { opponent_email: opponent } : {}),
  ...more,
})
const create = (by, ...words) => by.post('/v1/challenges', terms(...words))
const move = (by, { id }, action, body) => by.post(`/v1/challenges/${id}/${action}`, body)
const BEN = 'ben@people.example'

const challenges = async ({ runDue }, { ana, ben, cam }) => {
  const odd = { claim: '<b>"bold" & \'brave\'</b>\nSecond line', due_days: 365, reference: 'Order 66' }
  await create(ana, 'odd', BEN, odd)
  await create(ana, 'far', 'Someone@Bücher.example', { claim: 'é'.repeat(500) })
  await create(ana, 'self', 'ANA@people.example')
  await create(ana, 'yacht', BEN, { stake: 'a yacht' })
  await create(ana, 'told', BEN, { claim: `I tell ${BEN}.` })
  await create(ana, 'membered', undefined, { opponent_member_id: `mem_${MISSING}` })
  const match = await create(ana, 'match', BEN)
  await move(ben, match, 'accept')
  const { entries } = await move(ana, match, 'tally', { amount: 2 })
  await move(ben, match, 'tally', { amount: -3, note: 'Down again' })
  await ana.readToEnd(`/v1/challenges/${match.id}/tally?limit=1`)
  const [{ id: entry_id }] = entries
  await move(ana, match, 'tally/resolve', { entry_id, action: 'amend' })
  await move(ana, match, 'tally/resolve', { entry_id, action: 'withdraw', amount: 1 })
  for (const ids of [[entry_id, entry_id], [entry_id], [entry_id]]) {
    await move(ben, match, 'tally/review', { entry_ids: ids })
  }
  await move(ben, match, 'evidence')
  await move(ben, match, 'resolve', { outcome: 'creator_won' })
  await create(ana, 'nobody')
  await create(ana, 'both', BEN, { rematch_of: match.id })
  await create(cam, 'strange', undefined, { rematch_of: match.id })
  await create(ben, 'again', undefined, { rematch_of: match.id })
  await ana.get('/v1/challenges?reference=Order%2066')
  await ana.call('HEAD', '/v1/me')
  for (const claim of ['cake', 'cake', 'bread']) {
    await ana.post('/v1/challenges', terms(claim, BEN), { headers: { 'idempotency-key': 'key' } })
  }
  await runDue()
}

const groups = async ({ operator, runDue }, { ana, ben, cam, blue, red }) => {
  const path = `/v1/groups/${blue.id}`
  const admin = blue.member('ana@people.example')
  const [mo, nia, oli] = ['mo', 'nia', 'oli'].map((name) => blue.member(`${name}@members.example`))
  const zoe = red.member('zoe@people.example')
  const add = (by, name, more = {}) =>
    by.post(`${path}/members`, { email: `${name}@members.example`, first_name: 'Pat', ...more })
  await add(admin, 'mo')
  const { id: niaId } = await add(admin, 'nia', { last_name: "O'Neil-Ñandú", role: 'admin' })
  await add(ana, 'oli')
  const { id: benId } = await add(admin, 'ben', { email: BEN })
  await add(admin, 'mo')
  await add(mo, 'pia')
  await operator(`group add ${blue.id} --email pia@members.example --first-name Pia --json`)
  await operator(`group add ${blue.id} --email pia@members.example --first-name Pia`)
  await admin.patch(`${path}/members/${niaId}`, { role: 'member' })
  await runDue()
  for (const by of [mo, ana, cam, blue.bot]) await by.get('/v1/groups')
  await mo.get('/v1/me')
  await ana.readToEnd(`${path}/members?limit=2`)

  const relay = await create(mo, 'relay', 'nia@members.example', { due_days: 30 })
  await create(admin, 'guested', 'stranger@elsewhere.example')
  for (const by of [oli, ben, zoe]) await by.get(`/v1/challenges/${relay.id}`)
  await move(nia, relay, 'accept')
  await add(admin, 'late')
  await move(blue.member('late@members.example'), relay, 'support', { side: 'creator' })
  await move(mo, relay, 'resolve', { outcome: 'creator_won' })
  await move(nia, relay, 'dispute', { reason: 'I was first.' })
  // Until the side has been changed as often as it may be.
  for (const count of Array.from({ length: 12 }).keys()) {
    const side = count % 2 === 0 ? 'creator' : 'opponent'
    await move(oli, relay, 'support', { side, comment: `${count}` })
  }
  await oli.get(`/v1/challenges/${relay.id}`)
  await create(mo, 'named', undefined, { opponent_member_id: niaId })
  await create(nia, 'oneself', undefined, { opponent_member_id: niaId })
  await create(zoe, 'outside', undefined, { opponent_member_id: niaId })
  await runDue()
  await ana.readToEnd(`${path}/challenges?limit=1`)
  await mo.get(`${path}/stats`)
  await mo.get('/v1/events')

  await mo.delete(`${path}/members/${niaId}`)
  await ben.delete(`${path}/members/${benId}`)
  const { data: reds } = await zoe.get(`/v1/groups/${red.id}/members`)
  await zoe.delete(`/v1/groups/${red.id}/members/${reds[0].id}`)
  await zoe.patch(`/v1/groups/${red.id}/members/${reds[0].id}`, { role: 'member' })
  for (const _ of [1, 2]) await operator(`group remove ${blue.id} late@members.example --json`)
  await operator(`group members ${blue.id} --json`)
  await runDue()
}

const webhooks = async ({ operator, runDue, pass, answerWith, receiverUrl }, { ana, ben, blue }) => {
  const [admin, mo] = ['ana@people.example', 'mo@members.example'].map(blue.member)
  const subscribe = (by, path, more) => by.post('/v1/webhooks', { url: `${receiverUrl}/${path}`, ...more })
  const at = ({ id }, action) => `/v1/webhooks/${id}${action ? `/${action}` : ''}`
  const all = await subscribe(ana, 'all', { description: 'Everything', headers: { 'X-Api-Key': 'one' } })
  const some = await subscribe(ana, 'some?key=secret', { events: ['challenge.created'] })
  const bens = await subscribe(ben, 'ben')
  const blues = await subscribe(admin, 'blue')
  await subscribe(ana, 'all')
  for (const [path, more] of [
    ['part#fragment'],
    ['both', { events: ['*', 'challenge.created'] }],
    ['named', { headers: { 'X-SVC-Event': 'a', Cookie: 'b', 'X-A': 'c', 'x-a': 'd' } }],
    ['valued', { headers: { 'X-A': ' a', 'X-B': '', 'X-C': 7 } }],
  ]) {
    await subscribe(ana, path, more)
  }
  await ana.post('/v1/webhooks', { url: 'https://receiver.example:0/' })
  await ana.patch(at(some), { url: `${receiverUrl}/all` })
  await ana.patch(at(some), { description: 'Some', headers: { 'X-Other': 'three' } })
  await ana.readToEnd('/v1/webhooks?limit=1')
  const challenge = () => create(ana, 'letter', BEN)
  await challenge()
  await runDue()
  await ana.post(at(all, 'test'), { type: 'challenge.resolved' })
  await admin.post(at(blues, 'test'))
  for (const action of ['test', 'rotate', 'enable']) await mo.post(at(blues, action))
  await mo.patch(at(blues), { description: 'Mine' })
  await ana.post(at(all, 'rotate'))
  await ana.post(at(all, 'enable'))
  await runDue()
  const log = await ana.get(at(all, 'deliveries'))
  await ana.post(at(all, `deliveries/${log.data[0].id}/resend`))
  await runDue()

  answerWith('/all', { status: 500 })
  answerWith('/some?key=secret', { status: 410 })
  await challenge()
  await runDue()
  await ana.post(at(some, 'test'))
  await challenge()
  const { data: lost } = await ana.get(at(some, 'deliveries'))
  await ana.post(at(some, `deliveries/${lost[0].id}/resend`))
  answerWith('/some?key=secret', { status: 200 })
  await ana.post(at(some, 'enable'), { resend: true })
  await runDue()
  answerWith('/some?key=secret', { status: 410 })
  await ana.post(at(some, 'test'))
  await runDue()
  await ana.post(at(some, 'enable'), { resend: true })
  answerWith('/all', { status: 429, headers: { 'retry-after': '300' } })
  await pass({ minutes: 3 })
  await runDue()
  answerWith('/all', { status: 302, headers: { location: 'https://elsewhere.example/' } })
  for (const minutes of [15, 70, 400, 480]) {
    await pass({ minutes })
    await runDue()
  }
  await ana.get('/v1/webhooks')
  await ana.readToEnd(`${at(all, 'deliveries')}?limit=2`)
  await operator('webhook list --account ana@people.example --json')
  answerWith('/all', { status: 200 })
  for (const _ of [1, 2]) await operator(`webhook enable ${all.id} --resend --json`)
  await runDue()
  await ana.delete(at(some))
  await operator(`account plan ${BEN} free --json`)
  await ben.get('/v1/webhooks')
  await operator(`account plan ${BEN} club --json`)
  await runDue()
  await ben.get(at(bens, 'deliveries?limit=5'))
}

const feed = async ({ pass }, { ana, ben }) => {
  const { data: oldest, next_cursor: next } = await ana.get('/v1/events?limit=3')
  await ben.get(`/v1/events?after=${oldest[2].id}`)
  await ana.get(`/v1/events?after=${oldest[2].id}&cursor=${next}`)
  await ana.get(`/v1/events?types=challenge.created&cursor=${next}`)
  await ana.get('/v1/events?wait=1&order=desc')
  await ana.get('/v1/events?wait=5&limit=1')
  const afterLast = async () => `after=${(await ben.get('/v1/events?order=desc&limit=1')).data[0].id}`
  const challenge = () => create(ana, 'hearing', BEN)
  await ben.hold(`/v1/events?wait=25&${await afterLast()}`, 1, challenge)
  await ben.hold(`/v1/events?wait=20&types=tally.recorded&${await afterLast()}`, 1, async () => {
    await challenge()
    await pass({ minutes: 1 })
  })
  const last = await afterLast()
  await ben.hold(`/v1/events?wait=25&${last}`, 5, async () => {
    await ben.get(`/v1/events?wait=25&${last}`)
    await challenge()
  })
  await ben.stream(`/v1/events?${last}`, 1)
  await ana.stream('/v1/events', 3, { 'last-event-id': oldest[0].id })
  await ana.get('/v1/events', { headers: { accept: 'text/event-stream', 'last-event-id': 'evt_unknown' } })
}

const questions = async ({ operator, pass }, { ana, ben, blue }) => {
  const daily = '/v1/questions/daily'
  const { id, options } = await ana.get(daily)
  const [one, other] = options.map((option) => ({ option: option.id }))
  await ana.post(daily, { option: 'opt_none' })
  await ana.post(daily, { ...one, question_id: id })
  await ana.post(daily, other)
  await ben.post(daily, other)
  await blue.member('mo@members.example').post(daily, one)
  await ana.get(daily)
  await operator('question add --date 2026-11-01 --option Yes --option No --text', 'Too late?')
  const choice = '--option Tea --option Coffee --json --text'
  await operator(`question add --date 2026-11-20 ${choice}`, 'Tea or coffee?')
  await operator('question list --json')
  await pass({ days: 1 })
  await ana.post(daily, one)
}

const mails = async ({ operator, page, runDue, pass }, { ana, cam }) => {
  const [guest, shy, oli] = ['guest@elsewhere.example', 'shy@elsewhere.example', 'oli@members.example']
  const press = (to, choice, more) => page(to, 'a', { choice, ...more })
  const wish = (to, choice) => page(to, 'stop', { choice })
  const regatta = await create(ana, 'regatta', guest, { due_days: 20 })
  await runDue()
  await page(guest, 'a')
  await press(guest, 'fly')
  await press(guest, 'accept', { first_name: 'Gu3st' })
  await page(guest, 'a', { choice: 'accept' }, { headers: { origin: 'https://evil.example' } })
  await press(guest, 'accept', { first_name: 'Gail' })
  await page(guest, 'a', undefined, { suffix: '/done' })
  await move(ana, regatta, 'resolve', { outcome: 'creator_won' })
  await runDue()
  await page(guest, 'a')
  await press(guest, 'dispute')
  await press(guest, 'dispute', { reason: 'The wind had turned.' })
  await press(guest, 'concede')

  await create(ana, 'picnic', shy)
  await runDue()
  await page(shy, 'stop')
  await wish(shy, 'daily_news')
  await wish(shy, 'weekly_news')
  await page(shy, 'stop', { 'List-Unsubscribe': 'One-Click' })
  await press(shy, 'decline')
  await create(ana, 'cookout', shy)
  await runDue()
  await operator('mail stops --json')
  await wish(shy, 'invitations')
  await pass({ days: 1 })
  await create(cam, 'outing', shy)
  await runDue()
  await press(shy, 'renew')
  await page(shy, 'a')
  await runDue()
  await page(shy, 'a')
  await press(shy, 'block')
  await page(shy, 'a')
  const hidden = await create(cam, 'hidden', shy)
  await runDue()
  await cam.get(`/v1/challenges/${hidden.id}`)
  await press(shy, 'unblock')
  for (const choice of ['nothing', 'mails']) await wish(shy, choice)
  await operator(`mail allow ${shy} --json`)
  await operator(`mail bounced ${guest} --json`)
  for (const kind of ['a', 'stop', 'leave']) await page('nobody', `/${kind}/nonsense`)
  await page(oli, 'leave')
  for (const choice of ['stay', 'leave']) await page(oli, 'leave', { choice })
  await page(oli, 'leave')
  await page(oli, 'leave', undefined, { suffix: '/done' })
  await runDue()
}

/** Reminders, and what becomes of a proposal whose mail does not arrive and of a dispute that others decide. */
const deadlines = async ({ operator, page, pass, runDue }, { ana, ben, brief, blue }) => {
  const gone = 'gone@elsewhere.example'
  const [mo, nia] = ['mo', 'nia'].map((name) => blue.member(`${name}@members.example`))
  // Over ten of a day become one mail.
  const gather = async () => {
    await runDue()
    await pass({ hours: 2 })
    await runDue()
  }
  const bets = []
  for (const count of Array.from({ length: 12 }).keys()) bets.push(await create(ana, `bet ${count}`, BEN))
  await gather()
  await create(ana, 'last bet', BEN)
  await move(ana, bets.pop(), 'cancel')
  await gather()
  for (const bet of bets) await move(ben, bet, 'accept')
  await gather()
  const untold = await create(ana, 'untold', gone)
  const cheered = await create(mo, 'cheers', 'nia@members.example')
  await move(nia, cheered, 'accept')
  await move(mo, cheered, 'resolve', { outcome: 'creator_won' })
  await move(nia, cheered, 'dispute', { reason: 'Certainly not.' })
  await move(blue.member('ana@people.example'), cheered, 'support', { side: 'opponent' })
  await runDue()
  await page(gone, 'a', { choice: 'accept' })
  await operator(`mail bounced ${gone} --json`)
  await move(ana, untold, 'resolve', { outcome: 'creator_won' })
  for (const days of [2, 1, 1, 1, 3, 31]) {
    await pass({ days })
    await runDue()
    await ana.get(`/v1/challenges/${untold.id}`)
    await mo.get(`/v1/challenges/${cheered.id}`)
  }
  await brief.get('/v1/me')
  await mo.get(`/v1/groups/${blue.id}/stats`)
}

const WRITES_PER_MINUTE = 30

const limits = async ({ operator, pass }, { hal }) => {
  await operator('account quota hal@people.example 1 --json')
  for (const _ of [1, 2]) await create(hal, 'limit', BEN)
  await pass({ days: 31 })
  await create(hal, 'limit', BEN)
  for (const _ of Array.from({ length: WRITES_PER_MINUTE + 1 })) {
    await hal.post('/v1/challenges', {}, { isStill: true })
  }
  await hal.get('/v1/me', { isStill: true })
}

const endings = async ({ operator, pass, page, runDue }, { ana, ben, cam, blue }) => {
  const [guest, nobody] = ['guest@elsewhere.example', 'nobody@elsewhere.example']
  for (const email of ['ana@people.example', guest, nobody]) await operator(`account export ${email}`)
  for (const email of ['cam@people.example', guest, nobody]) {
    await operator(`account erase ${email} --yes --json`)
  }
  await cam.get('/v1/me')
  await page(guest, 'a')
  await pass({ minutes: 5 })
  await runDue()
  await operator('account export cam@people.example')
  await operator('mail list --json --limit 1000')
  for (const by of [ana, ben, blue.member('mo@members.example')]) {
    await by.get('/v1/me')
    await by.readToEnd('/v1/challenges?limit=20')
    await by.readToEnd('/v1/events?limit=50')
  }
  const { next_cursor: cursor } = await ana.get('/v1/challenges?limit=1')
  for (const query of ['status=pending', 'order=asc'])
    await ana.get(`/v1/challenges?${query}&cursor=${cursor}`)
  for (const [by, path] of [
    [ben, '/v1/challenges'],
    [ana, '/v1/events'],
  ]) {
    await by.get(`${path}?cursor=${cursor}`)
  }
}

const chapters = { challenges, groups, webhooks, feed, questions, mails, deadlines, limits, endings }

export const playByHand = async (player) => {
  const people = {}
  await player.tell('people', async () => Object.assign(people, await meet(player)))
  for (const [name, chapter] of Object.entries(chapters)) {
    await player.tell(name, () => chapter(player, people))
  }
}
