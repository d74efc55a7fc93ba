// A list of people as it is pasted from elsewhere: one a line, with commas, semicolons or tabs, or as mail programs write
// them. What is wrong with an address or a name is left for the check of the API to say.

/** Each is a mail and an entry in two feeds. */
export const LINES_AT_MOST = 100

export interface PastedMember {
  readonly line: string
  /** As the API takes them; what is missing is left out. */
  readonly members: {
    readonly email?: string
    readonly first_name?: string
    readonly last_name?: string
  }
}

export const readPasted = (text: string): readonly PastedMember[] =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => ({ line, members: readLine(line) }))

const readLine = (line: string): PastedMember['members'] => {
  const opening = line.lastIndexOf('<')
  if (opening >= 0 && /^>[\s,;]*$/.test(line.slice(line.indexOf('>', opening)))) {
    const email = line.slice(opening + 1, line.indexOf('>', opening))
    // Of a whole name the first word is what others see; the rest is not for them.
    const [first = '', ...rest] = unquoted(line.slice(0, opening).trim()).split(/\s+/)
    return present(email, first, rest.join(' '))
  }
  const [email = '', first = '', ...rest] = line.split(/[,;\t]/).map((part) => unquoted(part.trim()))
  return present(email, first, rest.filter((part) => part !== '').join(' '))
}

const unquoted = (text: string): string => /^"(.*)"$/.exec(text)?.[1]?.trim() ?? text

const present = (email: string, first: string, last: string): PastedMember['members'] => ({
  ...(email.trim() === '' ? {} : { email: email.trim() }),
  ...(first === '' ? {} : { first_name: first }),
  ...(last === '' ? {} : { last_name: last }),
})
