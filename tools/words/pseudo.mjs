// A language made of English by a tool: accented, and longer by a third, so that text outside of the catalogue and text that
// does not fit can be seen at a glance.
import { TYPE } from '@formatjs/icu-messageformat-parser'

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const ACCENTED = [...'áƀçđéƒğĥíĵķłɱñóƥɋřšŧúṽŵẋýžÁƁÇĐÉƑĞĤÍĴĶŁṀÑÓƤɊŘŠŦÚṼŴẊÝŽ']

const accent = (text) => [...text].map((letter) => ACCENTED[PLAIN.indexOf(letter)] ?? letter).join('')

const lengthen = (text) => {
  const more = Math.ceil(text.replaceAll(/[^A-Za-z]/g, '').length / 3)
  return more === 0 ? text : `${text}${'~'.repeat(more)}`
}

const change = (element) => {
  if (element.type === TYPE.literal) {
    // A space at an end belongs to what comes next.
    const [, before, text, after] = /^(\s*)(.*?)(\s*)$/s.exec(element.value)
    return { ...element, value: `${before}${lengthen(accent(text))}${after}` }
  }
  if (element.type === TYPE.tag) return { ...element, children: element.children.map(change) }
  if (element.type !== TYPE.plural && element.type !== TYPE.select) return element
  const options = Object.entries(element.options).map(([key, option]) => [
    key,
    { ...option, value: option.value.map(change) },
  ])
  return { ...element, options: Object.fromEntries(options) }
}

export const toPseudo = (elements) => elements.map(change)
