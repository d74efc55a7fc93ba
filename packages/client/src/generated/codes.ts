// Written by `npm run generate`: the codes of errors, and their reasons.

interface Reasons {
  invalid_token: {
    /** The call carries no bearer token. */
    token_missing: true
    /** The Authorization header holds nothing that could be one of our tokens. */
    token_malformed: true
    /** No such token exists. */
    token_unknown: true
    /** The token has passed its expiry. */
    token_expired: true
    /** The token was revoked. */
    token_revoked: true
  }
  insufficient_scope: {
    /** The token was not given the scope of this endpoint. */
    scope_missing: true
  }
  plan_required: {
    /** This takes the Club plan, which the account of this token has never had. */
    plan_needed: true
    /** The account of this token is no longer on the Club plan. */
    plan_lapsed: true
  }
  quota_exceeded: {
    /** The monthly quota of this account or group is used up. */
    quota_used_up: true
  }
  rate_limited: {
    /** The token made as many calls of this class as any 60 seconds allow. */
    rate_passed: true
    /** The token already holds as many waiting calls and streams as it may. */
    streams_open: true
  }
  not_found: {
    /** There is no such path, or it does not take this method. */
    path_unknown: true
    /** There is no such thing, or the acting person cannot see it. */
    not_visible: true
  }
  invalid_request: {
    /** The URL cannot be decoded. */
    url_malformed: true
    /** A header, or the request as a whole, is not valid HTTP; or a header has an unusable value, or is given twice. */
    header_malformed: true
    /** The request did not arrive in full in time. */
    request_timeout: true
    /** The body is not valid JSON, not valid UTF-8, not a JSON object, nested too deeply, or has too many members. */
    body_malformed: true
    /** The body is over 64 KiB. */
    body_too_large: true
    /** A body must be sent as application/json. */
    content_type: true
    /** A parameter or member is missing, unknown, given twice, or has an unusable value. */
    input_invalid: true
    /** The cursor is not one of ours, or belongs to another list, owner, person or filter. */
    cursor_invalid: true
    /** The event named by `after` is not, or no longer, in this feed. */
    event_unknown: true
    /** A group token must name the acting person with user_email. */
    acting_person_missing: true
    /** user_email stands in both the query and the body, with different addresses. */
    acting_person_differs: true
    /** The opponent is the acting person. */
    own_address: true
    /** The opponent's address stands in a text that others will read. */
    address_in_text: true
    /** The operator allows only certain stakes. */
    stake_not_allowed: true
    /** Only a token of the group can name its members. */
    group_token_needed: true
    /** The webhook URL is not one that may be delivered to. */
    url_refused: true
    /** The confirmation was not given out to this person by this service, or was changed on the way. (`/mcp` alone.) */
    confirmation_invalid: true
    /** The confirmation was given out for another tool or for other arguments. (`/mcp` alone.) */
    confirmation_differs: true
  }
  invalid_state: {
    /** Nobody may do this in the present status. */
    status_forbids: true
    /** The deadline for this has passed. */
    deadline_passed: true
    /** The acting person has asked for this already. */
    already_requested: true
    /** The acting person has proposed already, and may now only concede. */
    already_proposed: true
    /** The tally entry is not in a status that allows this. */
    entry_not_pending: true
    /** The subscription is active already. */
    already_active: true
    /** The subscription is switched off. */
    disabled: true
    /** The confirmation is more than ten minutes old. (`/mcp` alone.) */
    confirmation_lapsed: true
    /** The challenge has changed since its person was asked. (`/mcp` alone.) */
    changed_since: true
    /** The challenge changes at this very moment: call again. (`/mcp` alone.) */
    changes_now: true
  }
  conflict: {
    /** The Idempotency-Key was used for another request. */
    key_reused: true
    /** A request with this Idempotency-Key is still being worked on. */
    key_in_use: true
    /** The outcome contradicts the proposal: agree, concede or dispute. */
    contradicts_proposal: true
    /** There are as many of these as there may be. */
    limit_reached: true
    /** A subscription for this URL exists already. */
    url_taken: true
    /** The person is a member already. */
    already_member: true
    /** The last admin of a group can neither leave, be removed, nor become a mere member. */
    last_admin: true
    /** The acting person has voted on this question. */
    already_voted: true
    /** The option or question belongs to another day. */
    question_over: true
  }
  forbidden: {
    /** The acting person is not a member of the group of this token. */
    not_a_member: true
    /** An account token acts for its own account alone. */
    not_your_address: true
    /** Someone else may do this, but not the acting person. */
    not_for_you: true
    /** Only an admin of the group may do this. */
    admin_only: true
    /** A connected app cannot confirm for its person, who does it on the page. (`/mcp` alone.) */
    confirmed_on_site: true
  }
  internal_error: {
    /** Something went wrong on our side. The request id finds it in our logs. */
    unforeseen: true
    /** Storage cannot be used now. Whether the change was made is certain only after a retry. */
    storage_unavailable: true
    /** There is more to do than can be done at once. Nothing was done for this call. */
    overloaded: true
  }
}

/** What went wrong: one of eleven. */
export type Code = keyof Reasons

/** A stable word that tells the cases of one code apart. */
export type Reason<C extends Code = Code> = C extends Code ? keyof Reasons[C] : never

export const codes: readonly Code[] = [
  'invalid_token',
  'insufficient_scope',
  'plan_required',
  'quota_exceeded',
  'rate_limited',
  'not_found',
  'invalid_request',
  'invalid_state',
  'conflict',
  'forbidden',
  'internal_error',
]
