// A language made of English by a tool: accented, and longer by a third, so that text outside of the catalogue and text that
// does not fit can be seen at a glance.
import { TYPE } from '@formatjs/icu-messageformat-parser'

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const ACCENTED = Array.from('áƀçđéƒğĥíĵķłɱñóƥɋřšŧúṽŵẋýžÁƁÇĐÉƑĞĤÍĴĶŁṀÑÓƤɊŘŠŦÚṼŴẊÝŽ')

const accent = (text) => Array.from(text, (letter) => ACCENTED[PLAIN.indexOf(letter)] ?? letter).join('')

/** So much of a text is added to it. */
const SHARE = 1 / 3

const lengthen = (text) => '~'.repeat(Math.ceil((text.match(/[A-Za-z]/g)?.length ?? 0) * SHARE))

const change = (element) => {
  if (element.type === TYPE.literal) {
    // A space at an end belongs to what comes next.
    const [, before, text, after] = /^(\s*)(.*?)(\s*)$/s.exec(element.value)
    return { ...element, value: `${before}${accent(text)}${lengthen(text)}${after}` }
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
