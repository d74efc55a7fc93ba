// A transcript of a terminal in a document: after `$ `, a command; below it, what it printed. Ids, tokens and times of
// a run are never those of the page. A shortened one (`grp_01m7…`) stands for the same value wherever it is shown.

export interface Step {
  readonly command: string
  readonly shown: string
}

export const readTranscript = (code: string): readonly Step[] =>
  code
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const [command = '', ...shown] = part.split('\n')
      return { command, shown: shown.join('\n').trim() }
    })

const INSTANT = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`
const NAMED = String.raw`(?:[a-z]{2,5}|cs_acc|cs_grp)_[0-9a-zA-Z]+…(?:_\d+)?|\b[0-9a-f]{8}\b`
const VARIABLE = new RegExp(`(${NAMED}|${INSTANT}|…)`)

/** What a variable part of a page stands for: whatever has its form. */
const readForm = (part: string): string => {
  if (new RegExp(`^${INSTANT}$`).test(part)) return INSTANT
  if (part === '…') return '[^]*?'
  if (/^[0-9a-f]{8}$/.test(part)) return '[0-9a-f]{8}'
  const [, prefix = '', suffix = ''] = /^(.*_)[0-9a-zA-Z]+…(_\d+)?$/.exec(part) ?? []
  return `${prefix}[0-9a-zA-Z]{26,}${suffix}`
}

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** The values behind the shortened names of one page. */
export class Names {
  readonly #values = new Map<string, string>()

  set(name: string, value: string): void {
    this.#values.set(name, value)
  }

  /** A command with the values in it. */
  fill(command: string): string {
    const filled = [...this.#values].reduce((text, [name, value]) => text.replaceAll(name, value), command)
    const missing = new RegExp(String.raw`\S*\w…\S*`).exec(filled)
    if (missing) throw new Error(`nothing above shows the value of ${missing[0]}`)
    return filled
  }

  /** Whether that was printed; if so, the names in it have their values from now on. */
  fits(shown: string, printed: string): boolean {
    const names: string[] = []
    const pattern = shown
      .split(VARIABLE)
      .map((part, at) => {
        if (at % 2 === 0) return escape(part)
        const known = this.#values.get(part)
        if (known !== undefined) return escape(known)
        names.push(part)
        return `(${readForm(part)})`
      })
      .join('')
    const values = new RegExp(`^${pattern}$`).exec(printed)
    if (!values) return false
    for (const [at, name] of names.entries()) {
      const value = values[at + 1] ?? ''
      if (!new RegExp(`^(${NAMED})$`).test(name)) continue
      if (this.#values.has(name) && this.#values.get(name) !== value) return false
      this.#values.set(name, value)
    }
    return true
  }
}
