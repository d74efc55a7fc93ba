// Keeps a page as it is on the server: /live says that it is out of date, it is asked for anew, and what differs is put in
// its place. What someone has the focus on or has typed into stays, unless they ask for what is new.
import { renew } from './renew.mjs'

/** Between two looks at the page: with five tabs that is still less than a session may ask for. */
const GAP_MS = 3_000
/** So that many who watch the same do not ask in the same moment. */
const JITTER_MS = 300
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 60_000
/** Nobody asks by hand: it is no use of the session. */
const byScript = { 'x-renews': '1' }

const main = document.querySelector('main[data-live]')
const region = document.querySelector('[data-live-region]')

let stream
let failures = 0
let planned
let lookedAt = -GAP_MS
let looks = 0
let isOver = false

if (main) {
  document.addEventListener('visibilitychange', () => (document.hidden ? rest() : void listen()))
  addEventListener('pagehide', rest)
  // It leads on to another page; until then nothing moves.
  addEventListener('submit', (event) => {
    if (!event.defaultPrevented) rest()
  })
  void listen()
}

/** A hidden tab holds no connection. When it is seen again, what it has missed is told by the address it listens at. */
function rest() {
  stream?.abort()
  stream = undefined
  clearTimeout(planned)
  planned = undefined
}

async function listen() {
  if (stream || isOver || document.hidden) return
  const own = (stream = new AbortController())
  const startedAt = performance.now()
  const status = await follow(own.signal).catch(() => 0)
  if (own.signal.aborted) return
  stream = undefined
  if (status === 401) {
    const next = encodeURIComponent(location.pathname + location.search)
    finish('You are signed out. This page stays as it is.', 'Sign in', `/sign-in?next=${next}`)
    return
  }
  // It is not theirs to see any more, which the page itself will say.
  if (status === 404) planLook()
  failures = performance.now() - startedAt > LONGEST_WAIT_MS ? 0 : failures + 1
  setTimeout(() => void listen(), waitMs())
}

/** Gives the status, once it is over. */
async function follow(signal) {
  const headers = { ...byScript, accept: 'text/event-stream' }
  const answer = await window.fetch(main.dataset.live, { signal, headers, cache: 'no-store' })
  if (!answer.ok) return answer.status
  setAdvice(false)
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
  for (let text = ''; ;) {
    const { value, done } = await reader.read()
    if (done) return answer.status
    text += value
    if (/^data:/m.test(text)) planLook()
    text = text.slice(text.lastIndexOf('\n') + 1)
  }
}

/** Longer each time, and never as long as another's. */
const waitMs = () =>
  Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.max(0, failures - 1)) * (0.5 + Math.random() / 2)

function planLook(inMs = Math.max(0, lookedAt + GAP_MS - performance.now()) + Math.random() * JITTER_MS) {
  planned ??= setTimeout(() => void look(), inMs)
}

async function look() {
  planned = undefined
  lookedAt = performance.now()
  looks += 1
  const own = looks
  const answer = await ask()
  // A later one was sooner, or the tab is hidden: then it asks again when it is seen.
  if (own !== looks || isOver || document.hidden) return
  if (!answer.isPage) {
    failures += 1
    planLook(Math.max(waitMs(), answer.retryMs))
    return
  }
  failures = 0
  const page = new DOMParser().parseFromString(answer.text, 'text/html')
  const fresh = page.querySelector('main[data-live]')
  if (fresh) put(fresh, page.title)
  else finish('This page is no longer what it was.', 'Load it again', location.href)
}

async function ask() {
  try {
    const headers = { ...byScript, accept: 'text/html' }
    const answer = await window.fetch(location.pathname + location.search, { headers, cache: 'no-store' })
    const isPage = answer.status !== 429 && answer.status < 500
    const retryMs = 1_000 * Number(answer.headers.get('retry-after') ?? 0)
    return { isPage, retryMs, text: await answer.text() }
  } catch {
    return { isPage: false, retryMs: 0 }
  }
}

/** With `isAsked`, also where that takes away the focus or what was typed. */
function put(fresh, title, isAsked = false) {
  const { changes, kept } = renew(main, fresh, isAsked)
  document.title = title
  if (kept > 0) {
    const button = make('button', { type: 'button', textContent: 'Show the page as it is' })
    button.addEventListener('click', () => {
      put(fresh, title, true)
      main.tabIndex = -1
      main.focus({ preventScroll: true })
    })
    tell('This page has changed. What you are at was kept.', button)
  } else if (changes > 0 || isAsked) tell(fresh.dataset.liveSays)
}

function finish(sentence, label, href) {
  isOver = true
  rest()
  setAdvice(true)
  tell(sentence, make('a', { className: 'button', textContent: label, href }))
}

/** To load the page again: for as long as nothing is heard, or where no script runs. */
function setAdvice(isShown) {
  for (const advice of main.querySelectorAll('[data-live-off]')) advice.hidden = !isShown
}

/** The one place that is read aloud: a sentence, which is seen only where there is something to press. */
function tell(sentence, control) {
  const holder = make('div', { className: control ? 'notice' : 'unseen' })
  holder.append(make('p', { textContent: sentence }))
  if (control) holder.append(control)
  region.replaceChildren(holder)
}

const make = (name, members) => Object.assign(document.createElement(name), members)
