// Messages of the catalogue that no source uses: none names their key, and none looks their section up by a code.

export const CATALOGUE_FILE = 'packages/server/languages/en.json'

const listKeys = (section, path = []) =>
  Object.entries(section).flatMap(([key, entry]) =>
    typeof entry === 'object' ? listKeys(entry, [...path, key]) : [[...path, key]],
  )

/** `files` are texts by path, the catalogue among them. */
export const findUnusedMessages = ({ [CATALOGUE_FILE]: catalogue, ...files }) => {
  if (catalogue === undefined) return []
  const texts = Object.entries(files)
    .filter(([path]) => !path.includes('wording/catalogue/'))
    .map(([, text]) => text)
    .join('\n')
  const names = new Set(texts.match(/\b[A-Za-z_]\w*\b/g))
  const lookedUp = new Set(
    [...texts.matchAll(/\b(\w+)\[|Object\.\w+\([\w.]*?(\w+)\)/g)].flatMap(([, indexed, listed]) => [
      indexed,
      listed,
    ]),
  )
  return listKeys(JSON.parse(catalogue))
    .filter((path) => !names.has(path.at(-1)) && !lookedUp.has(path.at(-2)))
    .map((path) => `unused-message: ${path.join('.')} in ${CATALOGUE_FILE}`)
}
