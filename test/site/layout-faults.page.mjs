// Runs in a page, and gives a line for each fault of its layout; layout-faults.ts says what counts as one.
;(() => {
  const SMALLEST = 44
  const faults = []
  const name = (element) => {
    const text = (element.textContent ?? '').trim().replaceAll(/\s+/g, ' ').slice(0, 40)
    return `${element.tagName.toLowerCase()}${element.id ? `#${element.id}` : ''}.${element.className.toString()} "${text}"`
  }
  const isShown = (element) => {
    const box = element.getBoundingClientRect()
    const style = getComputedStyle(element)
    return (
      box.width > 1 &&
      box.height > 1 &&
      style.visibility !== 'hidden' &&
      // What is folded up has a place too, where nobody sees it.
      element.checkVisibility() &&
      element.closest('.unseen, .skip') === null
    )
  }
  const width = document.documentElement.clientWidth
  if (document.documentElement.scrollWidth > width)
    faults.push(`the page is ${document.documentElement.scrollWidth} wide in ${width}`)

  const mayScroll = (element) => ['auto', 'scroll'].includes(getComputedStyle(element).overflowX)
  for (const element of document.querySelectorAll('body *')) {
    if (!isShown(element) || element.closest('svg')) continue
    const box = element.getBoundingClientRect()
    let inside = element
    while (inside && !mayScroll(inside)) inside = inside.parentElement
    if (!inside && (box.right > width + 1 || box.left < -1)) faults.push(`sticks out: ${name(element)}`)
    const isCut =
      getComputedStyle(element).overflow === 'hidden' &&
      (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1)
    if (isCut) faults.push(`is cut off: ${name(element)}`)
  }

  /** A link within a sentence is as high as its line. */
  const isInText = (element) => element.tagName === 'A' && getComputedStyle(element).display === 'inline'
  const pressed = [...document.querySelectorAll('a, button, input, select, textarea, summary')].filter(
    (element) => isShown(element) && element.getAttribute('type') !== 'hidden',
  )
  for (const element of pressed) {
    const target = element.closest('label.tick') ?? element
    const { height } = target.getBoundingClientRect()
    if (!isInText(element) && height < SMALLEST - 0.5)
      faults.push(`is ${Math.round(height)} high: ${name(element)}`)
  }
  /** Side by side as boxes without a gap, words lose the space between them. */
  for (const element of pressed) {
    const { display, columnGap } = getComputedStyle(element)
    const isPacked = display.endsWith('flex') && ['normal', '0px'].includes(columnGap)
    const isWord = ({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && textContent.trim() !== ''
    const hasBeside = [...element.children].some((child) => isShown(child))
    if (isPacked && hasBeside && [...element.childNodes].some(isWord))
      faults.push(`loses a space: ${name(element)}`)
  }
  for (const [at, one] of pressed.entries()) {
    for (const other of pressed.slice(at + 1)) {
      if (one.contains(other) || other.contains(one)) continue
      const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()]
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left)
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
      if (across > 1 && down > 1) faults.push(`lies over another: ${name(one)} and ${name(other)}`)
    }
  }
  return faults
})()
