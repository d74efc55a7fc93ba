// The eleven error codes that can leave /v1, the one status of each, and the stable reasons that tell the
// cases of one code apart. Reasons are only ever added.

export const codes = {
  invalid_token: {
    status: 401,
    reasons: {
      token_missing: 'The call carries no bearer token.',
      token_malformed: 'The Authorization header holds nothing that could be one of our tokens.',
      token_unknown: 'No such token exists.',
      token_expired: 'The token has passed its expiry.',
      token_revoked: 'The token was revoked.',
    },
  },
  insufficient_scope: {
    status: 403,
    reasons: { scope_missing: 'The token was not given the scope of this endpoint.' },
  },
  plan_required: {
    status: 402,
    reasons: {
      plan_needed: 'This takes the Club plan, which the account of this token has never had.',
      plan_lapsed: 'The account of this token is no longer on the Club plan.',
    },
  },
  quota_exceeded: {
    status: 429,
    reasons: { quota_used_up: 'The monthly quota of this account or group is used up.' },
  },
  rate_limited: {
    status: 429,
    reasons: {
      rate_passed: 'The token made as many calls of this class as any 60 seconds allow.',
      streams_open: 'The token already holds as many waiting calls and streams as it may.',
    },
  },
  not_found: {
    status: 404,
    reasons: {
      path_unknown: 'There is no such path, or it does not take this method.',
      not_visible: 'There is no such thing, or the acting person cannot see it.',
    },
  },
  invalid_request: {
    status: 400,
    reasons: {
      url_malformed: 'The URL cannot be decoded.',
      header_malformed:
        'A header, or the request as a whole, is not valid HTTP; or a header has an unusable value, or is given twice.',
      request_timeout: 'The request did not arrive in full in time.',
      body_malformed:
        'The body is not valid JSON, not valid UTF-8, not a JSON object, nested too deeply, or has too many members.',
      body_too_large: 'The body is over 64 KiB.',
      content_type: 'A body must be sent as application/json.',
      input_invalid: 'A parameter or member is missing, unknown, given twice, or has an unusable value.',
      cursor_invalid: 'The cursor is not one of ours, or belongs to another list, owner, person or filter.',
      event_unknown: 'The event named by `after` is not, or no longer, in this feed.',
      acting_person_missing: 'A group token must name the acting person with user_email.',
      acting_person_differs: 'user_email stands in both the query and the body, with different addresses.',
      own_address: 'The opponent is the acting person.',
      address_in_text: "The opponent's address stands in a text that others will read.",
      stake_not_allowed: 'The operator allows only certain stakes.',
      group_token_needed: 'Only a token of the group can name its members.',
      url_refused: 'The webhook URL is not one that may be delivered to.',
      confirmation_invalid:
        'The confirmation was not given out to this person by this service, or was changed on the way. (`/mcp` alone.)',
      confirmation_differs:
        'The confirmation was given out for another tool or for other arguments. (`/mcp` alone.)',
    },
  },
  invalid_state: {
    status: 409,
    reasons: {
      status_forbids: 'Nobody may do this in the present status.',
      deadline_passed: 'The deadline for this has passed.',
      already_requested: 'The acting person has asked for this already.',
      already_proposed: 'The acting person has proposed already, and may now only concede.',
      entry_not_pending: 'The tally entry is not in a status that allows this.',
      already_active: 'The subscription is active already.',
      disabled: 'The subscription is switched off.',
      confirmation_lapsed: 'The confirmation is more than ten minutes old. (`/mcp` alone.)',
      changed_since: 'The challenge has changed since its person was asked. (`/mcp` alone.)',
      changes_now: 'The challenge changes at this very moment: call again. (`/mcp` alone.)',
    },
  },
  conflict: {
    status: 409,
    reasons: {
      key_reused: 'The Idempotency-Key was used for another request.',
      key_in_use: 'A request with this Idempotency-Key is still being worked on.',
      contradicts_proposal: 'The outcome contradicts the proposal: agree, concede or dispute.',
      limit_reached: 'There are as many of these as there may be.',
      url_taken: 'A subscription for this URL exists already.',
      already_member: 'The person is a member already.',
      last_admin: 'The last admin of a group can neither leave, be removed, nor become a mere member.',
      already_voted: 'The acting person has voted on this question.',
      question_over: 'The option or question belongs to another day.',
    },
  },
  forbidden: {
    status: 403,
    reasons: {
      not_a_member: 'The acting person is not a member of the group of this token.',
      not_your_address: 'An account token acts for its own account alone.',
      not_for_you: 'Someone else may do this, but not the acting person.',
      admin_only: 'Only an admin of the group may do this.',
      confirmed_on_site:
        'A connected app cannot confirm for its person, who does it on the page. (`/mcp` alone.)',
    },
  },
  internal_error: {
    status: 500,
    reasons: {
      unforeseen: 'Something went wrong on our side. The request id finds it in our logs.',
      storage_unavailable:
        'Storage cannot be used now. Whether the change was made is certain only after a retry.',
      overloaded: 'There is more to do than can be done at once. Nothing was done for this call.',
    },
  },
} as const

export type Code = keyof typeof codes
export type Reason<C extends Code = Code> = C extends Code
  ? Extract<keyof (typeof codes)[C]['reasons'], string>
  : never
