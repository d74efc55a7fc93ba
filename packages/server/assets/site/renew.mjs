// Makes what stands on a page like what stands in a newer one. Whatever is in both stays where it is and is never moved:
// so focus, typed text, opened details and scrolling stay too. What is new fades in.

const FADE_MS = 140

/**
 * Gives how many `changes` were made, and how many things that are no longer there were `kept`, since they have the focus
 * or what someone typed. With `isAsked` none is.
 */
export function renew(old, fresh, isAsked) {
  const found = { changes: 0, kept: 0, isAsked }
  renewChildren(old, fresh, found)
  renewAttributes(old, fresh, () => undefined)
  return found
}

function renewNode(old, fresh, found) {
  const tell = () => note(old, found)
  if (old.nodeType === Node.ELEMENT_NODE) {
    renewAttributes(old, fresh, tell)
    renewChildren(old, fresh, found)
  } else if (old.data !== fresh.data) {
    old.data = fresh.data
    tell()
  }
}

function renewChildren(old, fresh, found) {
  const [before, after] = [childrenOf(old), childrenOf(fresh)]
  while (before.length > 0 && after.length > 0 && isSame(before[0], after[0])) {
    renewNode(before.shift(), after.shift(), found)
  }
  let end = null
  while (before.length > 0 && after.length > 0 && isSame(before.at(-1), after.at(-1))) {
    end = before.pop()
    renewNode(end, after.pop(), found)
  }
  renewBetween({ parent: old, before, after, end }, found)
}

/** `end`: what stands behind them. */
function renewBetween({ parent, before, after, end }, found) {
  const left = [...before]
  const pairs = after.map((fresh) => {
    const at = left.findIndex((one) => isAlike(one, fresh))
    return { fresh, old: at === -1 ? undefined : left.splice(0, at + 1).at(-1) }
  })
  const staying = new Set(pairs.map(({ old }) => old))
  const gone = before.filter((one) => !staying.has(one))
  for (const one of gone) {
    if (!found.isAsked && isInUse(one)) found.kept += 1
    else {
      one.remove()
      found.changes += 1
    }
  }
  let next = end
  for (const { fresh, old } of pairs.toReversed()) {
    if (old) renewNode(old, fresh, found)
    next = old ?? insert(parent, fresh, next, found)
  }
}

/** With the spaces around it, which keep what stands in a line apart. */
function insert(parent, fresh, next, found) {
  const node = document.importNode(fresh, true)
  const piece = document.createDocumentFragment()
  piece.append(isSpace(fresh.previousSibling) ? ' ' : '', node, isSpace(fresh.nextSibling) ? ' ' : '')
  parent.insertBefore(piece, next)
  note(node, found)
  return node
}

/** Times go on by themselves: that is no change to speak of. */
function note(node, found) {
  const element = node instanceof Element ? node : node.parentElement
  if (element.closest('time')) return
  found.changes += 1
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  element.animate([{ opacity: 0.2 }, { opacity: 1 }], { duration: FADE_MS })
}

function renewAttributes(old, fresh, tell) {
  for (const name of new Set([...old.getAttributeNames(), ...fresh.getAttributeNames()])) {
    const value = fresh.getAttribute(name)
    if (value === old.getAttribute(name) || isOwnBusiness(old, name)) continue
    if (value === null) old.removeAttribute(name)
    else old.setAttribute(name, value)
    tell()
  }
}

const PAGES_OWN = new Set(['open', 'hidden', 'tabindex'])

/** What the page changes itself; and the id of a form, which stays, so that a form sent twice does one thing. */
const isOwnBusiness = (element, name) =>
  PAGES_OWN.has(name) || (name === 'value' && element.getAttribute('name') === 'form_id')

const childrenOf = ({ childNodes }) =>
  [...childNodes].filter((node) => node.nodeType !== Node.COMMENT_NODE && !isSpace(node))

const isSpace = (node) => node?.nodeType === Node.TEXT_NODE && node.data.trim() === ''

const isSame = (one, other) => markOf(one) === markOf(other)

/** All that it says, but for times and for what is the page's own business. */
function markOf(node) {
  if (node.nodeType !== Node.ELEMENT_NODE) return node.data.trim()
  const copy = node.cloneNode(true)
  for (const time of copy.querySelectorAll('time')) time.replaceWith('')
  for (const element of [copy, ...copy.querySelectorAll('*')]) {
    for (const name of element.getAttributeNames()) {
      if (isOwnBusiness(element, name)) element.removeAttribute(name)
    }
  }
  return copy.outerHTML.replaceAll(/>\s+/g, '>').replaceAll(/\s+</g, '<')
}

/** Whether one can become the other: what leads somewhere leads there still. */
const isAlike = (one, other) => one.nodeName === other.nodeName && keyOf(one) === keyOf(other)

const attribute = (name) => (element) => element?.getAttribute(name)
const wordsOf = (element) => element?.textContent.trim()

const keys = {
  A: attribute('href'),
  BUTTON: wordsOf,
  DETAILS: (details) => wordsOf(details.querySelector('summary')),
  FORM: attribute('action'),
  INPUT: ({ type, name, value }) =>
    [type, name, type === 'radio' || type === 'checkbox' ? value : ''].join(' '),
  LI: (item) =>
    attribute('href')(item.querySelector('a[href]')) ?? attribute('action')(item.querySelector('form')),
  SELECT: attribute('name'),
  TEXTAREA: attribute('name'),
  TR: (row) => wordsOf(row.querySelector('th, a[href]')),
}

const keyOf = (node) =>
  attribute('id')(node.nodeType === Node.ELEMENT_NODE ? node : null) ?? keys[node.nodeName]?.(node)

/** Whether someone is there: with the focus, with a selection, or with what they have typed. */
function isInUse(node) {
  if (node.nodeType !== Node.ELEMENT_NODE) return false
  if (node.contains(document.activeElement)) return true
  const selection = getSelection()
  if (selection?.isCollapsed === false && selection.containsNode(node, true)) return true
  const fields = 'input, select, textarea'
  return [node, ...node.querySelectorAll(fields)].some((field) => field.matches(fields) && isTyped(field))
}

function isTyped(field) {
  if (!(field instanceof HTMLSelectElement)) {
    return field.value !== field.defaultValue || field.checked !== field.defaultChecked
  }
  const options = [...field.options]
  return !(options.findLast((option) => option.defaultSelected) ?? options[0])?.selected
}
