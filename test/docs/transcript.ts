// A transcript of a terminal in a document: after `$ `, a command; below it, what it printed.

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

/** The eight digits that name a key, and whatever is cut. */
const VARIABLE = /(\b[0-9a-f]{8}\b|…)/

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Whether that was printed, but for keys and what is cut by …. */
export const fits = (shown: string, printed: string): boolean => {
  const pattern = shown
    .split(VARIABLE)
    .map((part, at) => (at % 2 === 0 ? escape(part) : part === '…' ? '[^]*?' : '[0-9a-f]{8}'))
  return new RegExp(`^${pattern.join('')}$`).test(printed)
}
