// What may be left off a text before it is checked.

/**
 * Without the white space and line ends around it. A control character other than tab, line feed and carriage return
 * is never left off: such a text stays whole, for its check to refuse.
 */
export const trimmed = (text: string): string => {
  const inner = text.trim()
  if (inner.length === text.length) return text
  const start = text.length - text.trimStart().length
  const dropped = text.slice(0, start) + text.slice(start + inner.length)
  return /[\v\f]/.test(dropped) ? text : inner
}
