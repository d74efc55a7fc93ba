// The search of /docs. What it looks through is one file, fetched when somebody begins to search. All words must be
// there; a word in a title counts more than one in a text.

const MOST_RESULTS = 30
const AROUND = 60

/** From where /docs is, wherever a proxy may have put that. */
const root = new URL('..', import.meta.url)

let entries

const load = () => {
  entries ??= window
    .fetch(new URL('search.json', import.meta.url))
    .then((response) => (response.ok ? response.json() : []))
    .then((found) => found.map((entry) => ({ ...entry, ...lowered(entry) })))
    .catch(() => {
      entries = undefined
      return []
    })
  return entries
}

const lowered = ({ title, label, words }) => ({
  lowTitle: title.toLowerCase(),
  lowLabel: label.toLowerCase(),
  lowWords: words.toLowerCase(),
})

/** How well an entry fits, 0 where one of the words is nowhere in it. */
const score = ({ lowTitle, lowLabel, lowWords }, words) => {
  let sum = lowTitle === words.join(' ') ? 50 : 0
  for (const word of words) {
    const part = ` ${lowTitle}`.includes(` ${word}`)
      ? 10
      : lowTitle.includes(word)
        ? 6
        : lowLabel.includes(word)
          ? 4
          : lowWords.includes(word)
            ? 1
            : 0
    if (part === 0) return 0
    sum += part
  }
  return sum
}

const find = async (words) =>
  (await load())
    .map((entry) => ({ entry, fit: score(entry, words) }))
    .filter(({ fit }) => fit > 0)
    .toSorted((a, b) => b.fit - a.fit)
    .slice(0, MOST_RESULTS)
    .map(({ entry }) => entry)

const make = (tag, className, ...children) => {
  const element = document.createElement(tag)
  if (className) element.className = className
  element.append(...children)
  return element
}

/** A text with the words that were looked for marked in it. */
const marked = (text, words) => {
  const pattern = words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|')
  return text
    .split(new RegExp(`(${pattern})`, 'gi'))
    .map((part, index) => (index % 2 === 0 ? part : make('mark', '', part)))
}

/** The place of a text where the first of the words stands, cut between words. */
const snippet = ({ words: text, lowWords }, words) => {
  const at = Math.max(0, ...words.map((word) => lowWords.indexOf(word)).slice(0, 1))
  const from = at <= AROUND ? 0 : text.indexOf(' ', at - AROUND) + 1
  const end = text.lastIndexOf(' ', at + 2 * AROUND)
  const to = text.length <= at + 2 * AROUND || end <= from ? text.length : end
  return `${from > 0 ? '… ' : ''}${text.slice(from, Math.min(to, from + 4 * AROUND))}${to < text.length ? ' …' : ''}`
}

const resultItem = (entry, words) => {
  const link = make(
    'a',
    '',
    make('span', 'found', ...marked(entry.title, words)),
    make('span', 'where', entry.page),
    make('span', 'snippet', ...marked(snippet(entry, words), words)),
  )
  link.href = new URL(entry.url, root).href
  return make('li', '', link)
}

export const setUpSearch = () => {
  const field = document.querySelector('#search')
  const results = document.querySelector('.results')
  const nothing = document.querySelector('.nothing')
  const parts = [...document.querySelectorAll('.contents .part')]
  field.closest('.search').hidden = false

  const listWords = () => field.value.toLowerCase().split(/\s+/).filter(Boolean)

  const apply = async () => {
    const words = listWords()
    const found = words.length === 0 ? [] : await find(words)
    // Somebody typed on while the file was fetched.
    if (words.join(' ') !== listWords().join(' ')) return
    for (const part of parts) part.hidden = words.length > 0
    results.replaceChildren(...found.map((entry) => resultItem(entry, words)))
    results.hidden = found.length === 0
    nothing.hidden = words.length === 0 || found.length > 0
  }

  const takeKey = async ({ key }) => {
    if (key !== 'Enter' && key !== 'Escape') return
    if (key === 'Escape') field.value = ''
    await apply()
    if (key === 'Enter') results.querySelector('a')?.click()
  }

  field.addEventListener('focus', () => void load(), { once: true })
  field.addEventListener('input', () => void apply())
  field.addEventListener('keydown', (event) => void takeKey(event))
  document.addEventListener('keydown', (event) => {
    const typing = event.target.closest?.('input, textarea')
    if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    field.focus()
  })
}
