// Puts a short name in the place of what differs from run to run: `<feed ch_1>` is the first challenge that was new in
// the chapter `feed`. The same value keeps its name, so that a mix-up of two ids is still a difference. Each chapter
// counts from one, so that an id more or less changes no name of a later chapter.

const ID = /\b([a-z]{2,4})_[0-9a-hjkmnp-tv-z]{26}(?![0-9a-z])/g
const LINK = /(?<=\/(a|stop|leave)\/)[\w.~-]{20,}/g
const TOKEN = /\b(?:cs_acc|cs_grp)_[0-9A-Za-z]{49}\b/g
const TOKEN_START = /\b(?:cs_acc|cs_grp)_[0-9A-Za-z]{4}\b/g
const SECRET = /\bwhsec_[\w+/=-]{20,}/g
const CURSOR = /(?<="next_cursor":"|[?&]cursor=)[\w-]{20,}/g

/** What is never compared. How many signatures there are is. */
const HIDDEN = [
  [/\bv1=[0-9a-f]{64}/g, 'v1=<signature>'],
  [/\bv1,[\w+/]{43}=/g, 'v1,<signature>'],
  [/"response_ms":\d+/g, '"response_ms":<ms>'],
  // Of a delivery: it is made when there is capacity to send it, which is no certain moment.
  [/"created_at":"[^"]+","last_attempt_at"/g, '"created_at":<t>,"last_attempt_at"'],
  [/(challenge-service)\/\d+\.\d+\.\d+[\w.-]*/gi, '$1/<version>'],
  [/\bW\/"[\w-]+"/g, 'W/"<etag>"'],
  // Each form that is shown has an id of its own.
  [/(?<=name="form_id" value=")[\w-]{36}/g, '<form>'],
  // And a mark of whom it was made for.
  [/(?<=name="made_for" value=")[\w-]{27}/g, '<person>'],
  [/(?<=\/assets\/)[\w-]{12}/g, '<assets>'],
]

/** `hosts` are names by host and port: `{ '127.0.0.1:4711': '<receiver>' }`. */
export const createAliases = (hosts) => {
  const names = new Map()
  const counts = new Map()
  let chapter = ''

  const nameNew = (kind, value) => {
    const known = names.get(value)
    if (known !== undefined) return known
    const place = `${chapter} ${kind}`
    const count = (counts.get(place) ?? 0) + 1
    const name = `<${place}_${count}>`
    counts.set(place, count)
    names.set(value, name)
    return name
  }

  const replaceWith = (text, name) => {
    let shown = text
    for (const [host, alias] of Object.entries(hosts)) shown = shown.replaceAll(host, alias)
    for (const [pattern, alias] of HIDDEN) shown = shown.replace(pattern, alias)
    return shown
      .replace(LINK, (value, kind) => name(`${kind}-link`, value))
      .replace(TOKEN, (value) => name('token', value))
      .replace(TOKEN_START, (value) => name('token-start', value))
      .replace(SECRET, (value) => name('secret', value))
      .replace(CURSOR, (value) => name('cursor', value))
      .replace(ID, (value, kind) => name(kind, value))
  }

  return {
    begin: (name) => (chapter = name),
    /** The text with a name for everything that differs; what is new gets the next number. */
    replace: (text) => replaceWith(text, nameNew),
    /** The same without giving numbers to what is new: for sorting what came in no certain order. */
    preview: (text) => replaceWith(text, (kind, value) => names.get(value) ?? `<${kind}_?>`),
  }
}

/** Every text under `description`. A property of that name is a schema, and stays. */
const dropDescriptions = (value) => {
  if (Array.isArray(value)) return value.map(dropDescriptions)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, member]) => name !== 'description' || typeof member !== 'string')
      .map(([name, member]) => [name, dropDescriptions(member)]),
  )
}

/** The OpenAPI document without what may change while the interface stays: its version and its descriptions. */
export const stripDocument = (text) => {
  const { info, ...rest } = JSON.parse(text)
  const { version: _, ...named } = info
  return JSON.stringify(dropDescriptions({ info: named, ...rest }), null, 1)
}
