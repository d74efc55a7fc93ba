// The guide to what all calls have in common.
import { limits } from '../limits.ts'
import { scopes } from '../scopes.ts'
import { code, list, table, text, type ProseSection } from './prose.ts'

const number = (value: number): string => value.toLocaleString('en-US')

export const authentication: ProseSection = {
  slug: 'authentication',
  title: 'Authentication',
  blocks: [
    text('Every call under `/v1` carries a token:'),
    code('http', 'Authorization: Bearer <ACCESS_TOKEN>'),
    text(
      'A token is bound to one account or to one group, and holds one or more scopes; each endpoint names the one it needs. On the Club plan you make them on the site, under Settings → Tokens. The operator issues tokens for groups, and can issue them for accounts too, with `challenge-service token create`.',
    ),
    text(
      'A call from a page in a browser works from every origin. [GET /v1/token](#getToken) tells whether a token works and what it may be used for, whatever its scopes.',
    ),
    text(
      'Assistants reach the same by the Model Context Protocol at `POST /mcp`, with the same tokens, scopes and limits.',
    ),
    text(
      'A token is shown once. Keep it as you would keep a password: out of URLs, repositories and logs. A revoked token is refused from the next call on.',
    ),
    table(
      ['Scope', 'Permits'],
      Object.entries(scopes).map(([scope, sentence]) => [`\`${scope}\``, sentence]),
    ),
  ],
}

export const actingPerson: ProseSection = {
  slug: 'acting-person',
  title: 'The acting person',
  blocks: [
    text(
      'Everything is done by a person. With a token of an account it is the owner of that account. A token of a group names the member it acts for, with `user_email`, on every call: in the query, or in the body.',
    ),
    list(
      'Left out with a group token, or different in query and body: `invalid_request`.',
      'Nobody of the group: `forbidden`, in the same words whether or not anyone has that address.',
      'With an account token it may only be the account’s own address.',
    ),
    text(
      'A group token reaches what belongs to its group alone. Of other people you see the first name and nothing else, whatever the token.',
    ),
  ],
}

export const limitsAndHeaders: ProseSection = {
  slug: 'limits',
  title: 'Limits and headers',
  blocks: [
    text(
      `A token may make ${limits.readsPerMinute} reads (GET, HEAD) and ${limits.writesPerMinute} writes (all else) in any 60 seconds, wherever they begin. Past that a call is answered \`rate_limited\`, and is not counted. An account may create ${number(limits.accountQuota)} things in a calendar month (UTC), a group ${number(limits.groupQuota)}: what is answered 201 or 202 counts. Reading and answering go on when the quota is used up. The operator can set other numbers; the headers tell those that hold for you.`,
    ),
    table(
      ['Header', 'Tells', 'On'],
      [
        [
          '`X-Request-Id`',
          'The request. The same as `request_id` in the body; quote it when you ask for help.',
          'every answer',
        ],
        [
          '`X-RateLimit-Limit`',
          'Calls of this class, read or write, in any 60 seconds.',
          'every answer to a known token',
        ],
        ['`X-RateLimit-Remaining`', 'How many are left.', 'every answer to a known token'],
        [
          '`X-RateLimit-Reset`',
          'When the next call is allowed, in Unix seconds.',
          'every answer to a known token',
        ],
        ['`X-Quota-Remaining`', 'How much may still be created this month.', 'every answer to a known token'],
        ['`Retry-After`', 'Whole seconds to wait.', '429, and 409 where waiting helps'],
        ['`Idempotency-Replayed`', '`true` where a remembered answer is given again.', 'a repeated POST'],
        ['`WWW-Authenticate`', 'What is wrong with the token.', '401, and 403 `insufficient_scope`'],
      ],
    ),
    text(
      'A body is at most 64 KiB of JSON, sent as `application/json`; an empty one counts as `{}`. A member or parameter that is unknown or given twice is refused and named, so that a typo never passes silently. White space and line ends around a text are left off; NUL, lone surrogates and control characters are refused, but for tabs and newlines inside a text of several lines. `Host` and `Authorization` are sent once. Times are RFC 3339 in UTC with milliseconds.',
    ),
  ],
}

export const idempotency: ProseSection = {
  slug: 'idempotency',
  title: 'Idempotency',
  blocks: [
    text(
      'Every POST takes the header `Idempotency-Key`: 1 to 255 printable ASCII characters of your choice. Send the same key again when you do not know whether a call arrived, and nothing is done twice.',
    ),
    list(
      `A key belongs to the account or group and the acting person, and is remembered for ${limits.idempotencyKeyHours} hours.`,
      'The same method, path and JSON value give the first answer again: the same status and `data`, a `request_id` of its own, and `Idempotency-Replayed: true`.',
      'Anything else under the same key is a `conflict`.',
      'Of two calls at once one works, and the other waits for its answer.',
      'Only successes are remembered. A refused call can be repeated with the same key.',
    ),
  ],
}

export const lists: ProseSection = {
  slug: 'lists',
  title: 'Lists and cursors',
  blocks: [
    text(
      `A list gives up to \`limit\` items (1 to ${limits.pageMax}, ${limits.pageDefault} if left out) and a \`next_cursor\`, which is null on the last page. Pass it as \`cursor\` to get the page after:`,
    ),
    code('json', '{\n  "data": [ … ],\n  "next_cursor": "eyJvIjoi…",\n  "request_id": "req_…"\n}'),
    text(
      'A cursor carries its filters and its order, which need not be repeated and may not differ. It belongs to its list, its owner and its acting person. Whatever is written meanwhile, nothing that was there when you began is skipped or given twice. Lists are newest first, the event feed is oldest first; every list takes `order`.',
    ),
  ],
}

export const versioning: ProseSection = {
  slug: 'versioning',
  title: 'Versioning',
  blocks: [
    text(
      'The version is part of the path. Within `/v1` we only add: endpoints, optional members, event kinds, reasons. Ignore what you do not know. Anything else would be `/v2`; a version that is retired answers for at least twelve months more, with `Deprecation` and `Sunset` headers.',
    ),
    text(
      'Endpoints marked **extension** go beyond the specification of the service. They have the scopes of their siblings and follow the same rules.',
    ),
  ],
}
