// What the pages of /docs add where scripts run: a search, copying, a language for all examples, and making the real
// calls. The token is kept in this tab (sessionStorage), sent in a header, and never put into a URL.
import { setUpSearch } from './search.js'

const TOKEN = 'challenge-service-token'
const LANGUAGE = 'challenge-service-language'
const HEADERS = [
  'x-request-id',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-quota-remaining',
  'idempotency-replayed',
  'retry-after',
  'www-authenticate',
]

/** The pages are at /docs, wherever a proxy may have put that; calls go to its siblings. */
const base = new URL('..', import.meta.url).href.replace(/\/$/, '')

const all = (selector, within = document) => [...within.querySelectorAll(selector)]

const make = (tag, className, ...children) => {
  const element = document.createElement(tag)
  if (className) element.className = className
  element.append(...children)
  return element
}

// Private windows may refuse storage: the token then lives as long as the page.
const remembered = () => {
  try {
    return sessionStorage.getItem(TOKEN) ?? ''
  } catch {
    return ''
  }
}

const remember = (token) => {
  try {
    if (token) sessionStorage.setItem(TOKEN, token)
    else sessionStorage.removeItem(TOKEN)
  } catch {
    // Nothing to do: it is in the fields.
  }
}

/** What the button says afterwards. Pages without TLS have no clipboard: there the text is selected. */
const copy = async (code) => {
  try {
    await navigator.clipboard.writeText(code.textContent)
    return 'Copied'
  } catch {
    getSelection().selectAllChildren(code)
    return 'Selected'
  }
}

const setUpCopying = (button) => {
  button.hidden = false
  button.addEventListener('click', async () => {
    const shown = all('pre', button.closest('figure')).find((block) => block.offsetParent !== null)
    button.textContent = await copy(shown.querySelector('code'))
    setTimeout(() => (button.textContent = 'Copy'), 1500)
  })
}

const JSON_TOKEN = /("(?:[^"\\]|\\.)*"(?:\s*:)?|\b(?:true|false|null)\b|-?\b\d+(?:\.\d+)?\b)/

/** The same colours as those of the examples. */
const coloured = (json) =>
  json.split(JSON_TOKEN).map((part, index) => {
    if (index % 2 === 0) return part
    if (part.endsWith(':')) return make('span', '', make('span', 'k', part.slice(0, -1)), ':')
    return make('span', part.startsWith('"') ? 's' : 'l', part)
  })

/** One choice for all examples, kept for later visits in this browser and nowhere else. */
const setUpLanguages = () => {
  const buttons = all('.languages input')
  const choose = (language) => {
    for (const button of buttons) button.checked = button.value === language
  }
  try {
    const known = localStorage.getItem(LANGUAGE)
    if (buttons.some(({ value }) => value === known)) choose(known)
  } catch {
    // No storage: the choice lives as long as the page.
  }
  for (const button of buttons) {
    button.addEventListener('change', () => {
      const top = button.getBoundingClientRect().top
      choose(button.value)
      // Examples above have another length now; what was pressed stays where it is.
      scrollBy({ top: button.getBoundingClientRect().top - top, behavior: 'instant' })
      try {
        localStorage.setItem(LANGUAGE, button.value)
      } catch {
        // See above.
      }
    })
  }
}

/** Goes to the place that the address names, also where a closed part is around it or the page has grown since. */
const revealPlace = () => {
  const place = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (!place) return
  for (let around = place.closest('details'); around; around = around.parentElement.closest('details')) {
    around.open = true
  }
  place.scrollIntoView({ behavior: 'instant' })
}

const setUpContents = () => {
  const opener = document.querySelector('#opener')
  const links = new Map(all('.contents .part li a[href^="#"]').map((link) => [link.hash.slice(1), link]))
  document.querySelector('.contents').addEventListener('click', (event) => {
    if (event.target.closest('a')) opener.checked = false
  })
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') opener.checked = false
  })

  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue
        for (const link of links.values()) link.removeAttribute('aria-current')
        const link = links.get(target.id)
        link.setAttribute('aria-current', 'true')
        const side = link.closest('.side')
        const { top, bottom } = link.getBoundingClientRect()
        if (top < 80 || bottom > side.clientHeight) side.scrollBy({ top: top - side.clientHeight / 2 })
      }
    },
    { rootMargin: '-20% 0px -75% 0px' },
  )
  for (const id of links.keys()) observer.observe(document.getElementById(id))
}

/** The path, query, headers and body that a form describes. */
const requestOf = (form) => {
  const { method } = form.dataset
  let { path } = form.dataset
  const query = []
  const headers = {}
  let body
  for (const field of all('[data-kind]', form)) {
    const value = field.value.trim()
    const { kind, name } = field.dataset
    if (kind === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value))
    if (!value) continue
    if (kind === 'token') headers.authorization = `Bearer ${value}`
    if (kind === 'key') headers['idempotency-key'] = value
    if (kind === 'query') query.push(`${name}=${encodeURIComponent(value).replaceAll('%2C', ',')}`)
    if (kind === 'body') {
      headers['content-type'] = 'application/json'
      body = value
    }
  }
  return {
    url: base + path + (query.length > 0 ? `?${query.join('&')}` : ''),
    options: { method, headers, body },
  }
}

const pretty = (text) => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

const answerOf = async ({ url, options }) => {
  const start = performance.now()
  const response = await window.fetch(url, {
    ...options,
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'error',
  })
  const text = await response.text()
  const ms = Math.round(performance.now() - start)
  const told = HEADERS.filter((name) => response.headers.has(name))
  const code = make('code', '', ...coloured(pretty(text)))
  const panel = make('pre', '', code)
  panel.tabIndex = 0
  const button = make('button', 'copy', 'Copy')
  button.type = 'button'
  setUpCopying(button)
  return [
    make(
      'p',
      `verdict ${response.ok ? 'good' : 'bad'}`,
      `${response.status} ${response.statusText} · ${ms} ms`,
    ),
    make(
      'dl',
      '',
      ...told.flatMap((name) => [make('dt', '', name), make('dd', '', response.headers.get(name))]),
    ),
    make('figure', 'sample', make('figcaption', '', make('span', '', 'Answer'), button), panel),
  ]
}

const setUpCalls = () => {
  const tokens = all('[data-kind="token"]')
  for (const field of tokens) {
    field.value = remembered()
    field.addEventListener('input', () => {
      remember(field.value.trim())
      for (const other of tokens) if (other !== field) other.value = field.value
    })
  }
  for (const panel of all('.try')) {
    const form = panel.querySelector('form')
    const button = form.querySelector('[type="submit"]')
    const result = panel.querySelector('.result')
    panel.hidden = false
    form.addEventListener('submit', async (event) => {
      event.preventDefault()
      button.disabled = true
      result.replaceChildren(make('p', 'hint', 'Sending…'))
      try {
        result.replaceChildren(...(await answerOf(requestOf(form))))
      } catch {
        result.replaceChildren(make('p', 'verdict bad', 'No answer came. Is the service still running?'))
      }
      button.disabled = false
    })
  }
}

for (const place of all('.base')) place.textContent = base
for (const button of all('.copy')) setUpCopying(button)
setUpSearch()
setUpLanguages()
setUpContents()
setUpCalls()
revealPlace()
addEventListener('hashchange', revealPlace)
