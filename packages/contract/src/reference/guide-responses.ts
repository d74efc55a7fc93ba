// The guide to what comes back: errors, events, and signed deliveries.
import { eventsByKind } from '../examples/events.ts'
import { exampleSecret } from '../examples/webhook.ts'
import { eventDescriptions } from '../events/event-kinds.ts'
import { limits } from '../limits.ts'
import { code, list, table, text, type ProseSection } from './prose.ts'
import { allRefusals } from './refusals.ts'

export const errors: ProseSection = {
  slug: 'errors',
  title: 'Errors',
  blocks: [
    text(
      'There are eleven codes, each with one status. `reason` is a stable word that tells the cases of one code apart; `message` is for people, and its wording may change. `fields` names each parameter at fault, all of them at once. An error about a challenge carries `allowed_actions`, so that a bot can go on without guessing.',
    ),
    code(
      'json',
      JSON.stringify(
        {
          error: {
            code: 'invalid_request',
            reason: 'input_invalid',
            message: 'due_days must be a whole number from 1 to 365.',
            fields: [{ field: 'due_days', message: 'must be a whole number from 1 to 365' }],
          },
          request_id: 'req_01m7crj3600000mwpmbj0x4cgh',
        },
        null,
        2,
      ),
    ),
    text(
      'When several things are wrong, the first of these is the answer: a doubled `Host` or `Authorization` header, path and method, token, rate, plan, scope, the shape of what was sent with its `Idempotency-Key`, the acting person, a remembered key, quota, whether the thing can be seen, whether its status allows the move to anyone, whether to this person, the rest.',
    ),
    table(
      ['Status', 'Code', 'Reason', 'Means'],
      allRefusals.flatMap(({ status, code: word, reasons }) =>
        reasons.map(({ reason, sentence }) => [String(status), `\`${word}\``, `\`${reason}\``, sentence]),
      ),
    ),
  ],
}

export const events: ProseSection = {
  slug: 'event-kinds',
  title: 'Kinds of events',
  blocks: [
    text(
      'Whatever happens is written to the feed of each account and group that it concerns, in the same transaction as the change itself. Read it with [listEvents](#listEvents), or have it pushed with a [webhook](#createWebhook). Kinds may be added; ignore those that you do not know.',
    ),
    table(
      ['Kind', 'When', 'In `data`'],
      Object.entries(eventDescriptions).map(([kind, { when, holds }]) => [
        `\`${kind}\``,
        when,
        holds.map((member) => `\`${member}\``).join(', '),
      ]),
    ),
  ],
}

/** A delivery that a receiver can test its own code with; the tests recompute its signature. */
export const signedExample = {
  secret: exampleSecret,
  time: 1794297900,
  body: JSON.stringify(eventsByKind['webhook.test']),
  v1: 'e3f742d70deb09790bf1029081389182d405ef5e898ef499aac4785633e72b8c',
} as const

const verifyInNode = `import { createHmac, timingSafeEqual } from 'node:crypto'

// body: the bytes as they came, before any JSON parser.
export const isGenuine = (secret, header, body, now = Date.now() / 1000) => {
  const parts = header.split(',').map((part) => part.trim().split('='))
  const t = parts.find(([name]) => name === 't')?.[1] ?? ''
  if (!(Math.abs(now - Number(t)) < ${limits.signatureToleranceSeconds})) return false
  const mine = createHmac('sha256', secret).update(t + '.').update(body).digest()
  return parts.some(([name, hex = '']) => {
    const theirs = Buffer.from(hex, 'hex')
    return name === 'v1' && theirs.length === mine.length && timingSafeEqual(theirs, mine)
  })
}`

const verifyInPython = `import hashlib, hmac, time

def is_genuine(secret: str, header: str, body: bytes, now: float | None = None) -> bool:
    parts = [part.strip().partition("=")[::2] for part in header.split(",")]
    t = next((value for name, value in parts if name == "t"), "")
    if not t.isdigit() or abs((now or time.time()) - int(t)) >= ${limits.signatureToleranceSeconds}:
        return False
    mine = hmac.new(secret.encode(), t.encode() + b"." + body, hashlib.sha256).hexdigest()
    return any(name == "v1" and hmac.compare_digest(value.encode(), mine.encode()) for name, value in parts)`

export const verifying: ProseSection = {
  slug: 'verifying-webhooks',
  title: 'Verifying webhooks',
  blocks: [
    text(
      'A delivery is a POST of one event, the same bytes at each attempt. Anyone can post to your URL, so check the signature before you believe one.',
    ),
    table(
      ['Header', 'Holds'],
      [
        ['`X-SVC-Signature`', '`t=<Unix seconds>,v1=<hex>`; two `v1` for 24 hours after a rotation'],
        ['`X-SVC-Event`', 'the kind of the event'],
        ['`X-SVC-Delivery`', 'the id of the delivery, the same at each attempt'],
        ['`X-SVC-Attempt`', `1 to ${limits.deliveryAttempts}`],
        [
          '`webhook-id`, `webhook-timestamp`, `webhook-signature`',
          'the same for the libraries of Standard Webhooks',
        ],
        ['`X-SVC-Test`', '`true`, only on a sample that [testWebhook](#testWebhook) was asked for'],
        ['those of the subscription’s `headers`', 'what its owner chose'],
      ],
    ),
    text(
      `\`v1\` is the HMAC with SHA-256 over \`t\`, a full stop and the raw body, in lowercase hex, keyed with the signing secret as it was shown, prefix included. Refuse a delivery whose \`t\` is ${limits.signatureToleranceSeconds} seconds or more from your clock, and compare in constant time.`,
    ),
    code('js', verifyInNode),
    code('python', verifyInPython),
    text('To test your code, this signature belongs to this secret and this body:'),
    code(
      'text',
      `secret           ${signedExample.secret}\nX-SVC-Signature  t=${signedExample.time},v1=${signedExample.v1}\nbody             ${signedExample.body}`,
    ),
    list(
      'Answer with any 2xx within 10 seconds; do the work afterwards. Redirects are not followed.',
      'Anything else is tried again after 30 seconds, 2 minutes, 10 minutes, 1 hour and 6 hours. After the fifth retry the subscription is switched off, and `webhook.disabled` is in the feed.',
      '410 unsubscribes: the subscription is switched off at once.',
      'A delivery may come more than once, and out of order after a retry. Remember the ids of events that you have handled.',
      'Nothing is lost while a subscription is off: the feed has it, and [enableWebhook](#enableWebhook) sends it again.',
    ),
  ],
}
