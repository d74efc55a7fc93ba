// What steps have kept for later ones, and the places where it is used.

const REFERENCE = /\$([a-z]\w*(?:\.\w+)*)/gi

export const createKept = () => {
  const values = new Map()
  const missing = new Set()

  const fillText = (template) =>
    template.replace(REFERENCE, (_, path) => {
      const [name, ...members] = path.split('.')
      const value = members.reduce((object, member) => object?.[member], values.get(name))
      if (value !== undefined && value !== null) return String(value)
      missing.add(path)
      return `nothing-under-${path}`
    })

  /** The same text, array or object with values in the place of its references. */
  const fill = (template) => {
    if (typeof template === 'string') return fillText(template)
    if (Array.isArray(template)) return template.map(fill)
    if (template === null || typeof template !== 'object') return template
    return Object.fromEntries(Object.entries(template).map(([name, value]) => [name, fill(value)]))
  }

  return {
    fill,
    set: (name, value) => values.set(name, value),
    /** References to what was never kept: a mistake of the story, or a checkout that answered otherwise. */
    listMissing: () => [...missing],
  }
}
