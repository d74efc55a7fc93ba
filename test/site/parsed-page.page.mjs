// Runs in a browser, and gives it two functions that read the text of a page as HTML, without running or loading anything
// of it; parsed-page.ts says what they give.
globalThis.parsePage = (text) => {
  const page = new DOMParser().parseFromString(text, 'text/html')
  const elements = [...page.querySelectorAll('*')]
  const withAttribute = (...names) =>
    names.flatMap((name) =>
      elements.filter((one) => one.hasAttribute(name)).map((one) => one.getAttribute(name)),
    )
  return {
    elements: elements.map((one) =>
      `${one.localName} ${[...one.getAttributeNames()].toSorted().join(' ')}`.trim(),
    ),
    text: [page.documentElement.textContent, ...withAttribute('value', 'data-options')].join('\n'),
    links: withAttribute(
      'href',
      'src',
      'action',
      'formaction',
      'srcset',
      'data',
      'poster',
      'ping',
      'background',
    ),
    scripts: elements.filter((one) => one.localName === 'script').map((one) => one.textContent),
  }
}

const WITHIN_A_LINE = 'a, abbr, b, cite, code, em, i, q, small, span, strong, time'
const findBlock = (element) => (element.matches(WITHIN_A_LINE) ? findBlock(element.parentElement) : element)

/** Words that stand after a sign of direction in the same block, and are turned by it. */
globalThis.findTurnedWords = (text) => {
  const page = new DOMParser().parseFromString(text, 'text/html')
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT)
  const found = []
  while (walker.nextNode()) {
    const node = walker.currentNode
    if (!/[\u202a-\u202e\u2066-\u2069]/.test(node.data) || node.parentElement.closest('bdi')) continue
    const rest = page.createRange()
    rest.setStartAfter(node)
    rest.setEndAfter(findBlock(node.parentElement).lastChild)
    if (rest.toString().trim() !== '') found.push(rest.toString().trim())
  }
  return found
}
