// The words that chapters are written in. A step is plain data; stage.mjs performs it. `$run.id` in a path, a header or
// a body is a value of what an earlier step kept under the name `run`.

/** Someone with a token, which an earlier step kept under this name. */
export const caller = (name) => ({
  get: (path, more) => call(name, 'GET', path, more),
  post: (path, body = {}, more = {}) => call(name, 'POST', path, { body, ...more }),
  patch: (path, body = {}, more = {}) => call(name, 'PATCH', path, { body, ...more }),
  delete: (path, more) => call(name, 'DELETE', path, more),
  call: (method, path, more) => call(name, method, path, more),
})

/** A member of a group who acts through its token. */
export const member = (group, email) => {
  const named = (path) => `${path}${path.includes('?') ? '&' : '?'}user_email=${encodeURIComponent(email)}`
  const { get, post, patch, delete: remove } = caller(group)
  return {
    get: (path, more) => get(named(path), more),
    post: (path, body, more) => post(named(path), body, more),
    patch: (path, body, more) => patch(named(path), body, more),
    delete: (path, more) => remove(named(path), more),
  }
}

/** Without a token. */
export const nobody = caller(null)

/**
 * `keep`: the name under which `data` is kept (for a list the whole answer). `body` is sent as JSON, `raw` as it is.
 * `still`: the clock does not move before the call. `compared`: of the answer only its `head`, or only the `interface`
 * that it describes.
 */
const call = (by, method, path, more = {}) => ({ kind: 'call', by, method, path, ...more })

/** All pages of a list, one call each. */
export const readToEnd = (by, path) => ({ kind: 'pages', by, path })

/** Calls that wait, held open while the other steps are performed. */
export const holding = (calls, meanwhile) => ({ kind: 'hold', calls, meanwhile })

/** The first messages of an event stream. */
export const stream = (by, path, count, headers = {}) => ({ kind: 'stream', by, path, count, headers })

/** Bytes on a socket, for what no HTTP client would send. */
export const wire = (lines) => ({ kind: 'wire', lines })

/** Opens the page that the newest mail to an address links to; with a form, sends that. */
export const page = (to, link, { form, suffix = '', headers = {} } = {}) => ({
  kind: 'page',
  to,
  link,
  form,
  suffix,
  headers,
})

/** A command of the operator. */
export const operator = (args, keep) => ({ kind: 'operator', args, keep })

/** Moves the clock. */
export const pass = ({ days = 0, hours = 0, minutes = 0, seconds = 0 }) => ({
  kind: 'pass',
  ms: (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000,
})

/** Does what is due by the clock, and takes in the mails and deliveries that come of it. */
export const due = { kind: 'due' }

/** From now on the receiver of webhooks answers a path with this status. */
export const receiverAnswers = (path, status, headers = {}) => ({ kind: 'receiver', path, status, headers })
