// Whether a stranger can tell by the time whether an address has an account, was invited, or whether a passkey is known.
// There is a mail server that takes what it is handed, so that what follows an answer is there too.
import { once } from 'node:events'
import { createServer } from 'node:net'
import { Client } from 'undici'
import { loadBench, server } from './built.mjs'
import { makeDevice } from './passkey-device.mjs'
import { CALLS, describeTelling, percent, tellApart, timeInTurns } from './telling-apart.mjs'

const WARM_UP = 60
const ADDRESSES = 400
const PUBLIC_URL = 'http://localhost:8080'

/**
 * Gives for each of `targets` (`{ engine, variant, case, service, database }`) and each question how often the classifier
 * was right.
 */
export const measureOracles = async (targets, { rounds, say }) => {
  if (targets.length === 0) return []
  const office = await openMailServer()
  const measured = []
  try {
    for (const target of targets) {
      // Its proxy is trusted, so that each call can come from a network of its own and no limit is reached.
      await target.service.restart({ SMTP_URL: office.url, PUBLIC_URL, TRUST_PROXY: '127.0.0.1' })
      const client = new Client(target.service.url)
      try {
        for (const [question, timeCall] of await makeQuestions(target, client)) {
          measured.push(await measureQuestion(target, question, timeCall, { rounds, say }))
        }
      } finally {
        await client.close()
      }
    }
  } finally {
    office.close()
  }
  return measured
}

const measureQuestion = async ({ engine, variant }, question, timeCall, { rounds, say }) => {
  const told = { engine, variant, question, right: [], apart_ms: [] }
  await timeInTurns(WARM_UP, timeCall)
  for (let round = 1; round <= rounds; round += 1) {
    const { right, apart } = tellApart(await timeInTurns(CALLS, timeCall))
    told.right.push(right)
    told.apart_ms.push(apart)
    say(`round ${round} of ${rounds}: ${question} on ${engine}, ${variant}: right in ${percent(right)}`)
  }
  return told
}

export const linesOfOracles = (measured) =>
  measured.map(({ engine, variant, question, ...told }) => {
    const { score, micros } = describeTelling(told)
    return `${question} on ${engine} (${variant}): ${score}; what is known takes ${micros} µs longer in the middle`
  })

let asked = 0

const send = async (client, path, fields) => {
  asked += 1
  const isForm = fields !== undefined
  const startedAt = process.hrtime.bigint()
  const answer = await client.request({
    method: isForm ? 'POST' : 'GET',
    path,
    headers: {
      host: new URL(PUBLIC_URL).host,
      'sec-fetch-site': 'same-origin',
      'x-forwarded-for': `10.${(asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}`,
      ...(isForm ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    },
    ...(isForm ? { body: new URLSearchParams(fields).toString() } : {}),
  })
  const text = await answer.body.text()
  return { ms: Number(process.hrtime.bigint() - startedAt) / 1e6, status: answer.statusCode, text }
}

const makeQuestions = async ({ database }, client) => {
  const { openStore } = await loadBench(database.checkout, 'databases.mjs')
  const store = await openStore(database.url)
  try {
    const accounts = database.people.slice(0, ADDRESSES).map(({ email }) => email)
    const invited = await invite(store)
    const device = makeDevice(PUBLIC_URL)
    await addPasskey(store, accounts[0], device)
    const others = Array.from({ length: 50 }, () => makeDevice(PUBLIC_URL))
    return [
      ['an account', (isKnown, index) => timeAsking(client, isKnown ? accounts : undefined, index)],
      ['an invitation', (isKnown, index) => timeAsking(client, isKnown ? invited : undefined, index)],
      [
        'a passkey',
        (isKnown, index) => timePasskey(client, isKnown ? device : others[index % others.length]),
      ],
    ]
  } finally {
    await store.close()
  }
}

/** Without `known`, for an address that nobody has. */
const timeAsking = async (client, known, index) => {
  const email = known ? known[index % known.length] : `nobody${asked}@bench.example`
  const { ms, status, text } = await send(client, '/sign-in', { email })
  if (status !== 303) throw new Error(`signing in answered ${status}: ${text}`)
  return ms
}

/** What the device says is signed by a key that nobody knows, so none is let in. */
const timePasskey = async (client, device) => {
  const { text: page } = await send(client, '/sign-in')
  const [, options] = /data-options="([^"]*)"/.exec(page) ?? []
  const [, ceremony] = /name="ceremony" value="([^"]*)"/.exec(page) ?? []
  const { challenge } = JSON.parse(options.replaceAll('&quot;', '"'))
  const fields = { ceremony, credential: device.sayWrongly(challenge) }
  const { ms, status } = await send(client, '/sign-in/passkey', fields)
  if (status !== 400) throw new Error(`a wrong passkey was answered ${status}`)
  return ms
}

/** People without an account, as they are once someone has challenged them. */
const invite = async (store) => {
  const { ensurePerson } = await server('features/access/accounts.store.js')
  const addresses = Array.from({ length: ADDRESSES }, (_, n) => `invited${n}@bench.example`)
  await store.write(async (tx) => {
    for (const address of addresses) await ensurePerson(tx, address, Date.now())
  })
  return addresses
}

const addPasskey = async (store, email, { id, publicKey }) => {
  const { findAccountId } = await server('features/sign-in/address.store.js')
  const { insertPasskey } = await server('features/passkeys/passkey.store.js')
  const { newId } = await server('kernel/ids.js')
  const { hostname: host } = new URL(PUBLIC_URL)
  const now = Date.now()
  const accountId = await findAccountId(store, email)
  const passkey = { id: newId('passkey', now), accountId, credentialId: id, host, name: 'bench' }
  await store.write(async (tx) => {
    await insertPasskey(tx, { ...passkey, publicKey, uses: 0, transports: [] }, now)
  })
}

/** Takes every mail. */
const openMailServer = async () => {
  const answers = [
    [/^EHLO/i, '250 bench'],
    [/^(?:MAIL|RCPT|RSET|NOOP)/i, '250 OK'],
    [/^DATA/i, '354 go on'],
    [/^QUIT/i, '221 bye'],
  ]
  const listener = createServer((socket) => {
    let isMail = false
    let rest = ''
    socket.on('error', () => undefined)
    socket.write('220 bench\r\n')
    socket.setEncoding('utf8').on('data', (text) => {
      const lines = (rest + String(text)).split('\r\n')
      rest = lines.pop()
      for (const line of lines) {
        if (isMail && line !== '.') continue
        const [, answer = '250 OK'] = isMail ? [] : (answers.find(([form]) => form.test(line)) ?? [])
        isMail = !isMail && /^DATA/i.test(line)
        socket.write(`${answer}\r\n`)
      }
    })
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  return { url: `smtp://127.0.0.1:${listener.address().port}`, close: () => listener.close() }
}
