// The worst material known: what costs more than its length where something looks at it too closely. Each is made as
// large as there is room for, and is refused wherever it stands.

/** Whether UTF-8 can say it. */
export const isWellFormed = (text: string): boolean => !/\p{Cs}/u.test(text)

/** `part` again and again, in at most `bytes` bytes of UTF-8. */
const run = (part: string, bytes: number): string => part.repeat(Math.floor(bytes / Buffer.byteLength(part)))

/** Different letters, three bytes each: 20,000 of them in 60 KB. */
const distinctLetters = (bytes: number): string =>
  String.fromCodePoint(...Array.from({ length: Math.floor(bytes / 3) }, (_, at) => 0x4e_00 + at))

/** Marks whose order normalizing has to find, after one letter. */
const stackedMarks = (bytes: number): string => `a${run('\u0301\u0323\u0345\u0327', bytes - 1)}`

/** What each of the texts begins and ends with leaves room for the rest. */
const ENDS = 40

export const texts = (most: number): Readonly<Record<string, string>> => {
  const bytes = most - ENDS
  const letters = distinctLetters(bytes)
  return {
    'different letters': letters,
    'an address at different letters': `a@${letters}.example`,
    'an address of different letters': `${letters}@b.example`,
    'a URL at different letters': `https://${letters}/`,
    'a URL at different letters, encoded': `https://${encodeURIComponent(distinctLetters(bytes / 3))}/`,
    'a URL through different letters': `https://b.example/${letters}`,
    'stacked marks': stackedMarks(bytes),
    'an address at stacked marks': `a@${stackedMarks(bytes)}.example`,
    'an address at one mark after another': `a@b${run('\u0301', bytes)}.example`,
    'an address at labels': `a@${run('a.', bytes)}!`,
    'an address at hyphens': `a@a${run('-', bytes)}.`,
    'an address of labels': `${run('a.', bytes)}@`,
    'a domain with soft hyphens': `a@exa${run('\u00ad', bytes)}mple.example`,
    'a domain of digits': `a@${run('1.', bytes)}1`,
    'a domain of wide digits': `a@${run('１．', bytes)}1`,
    ats: `a${run('@', bytes)}b.example`,
    'a URL with ats': `https://${run('@', bytes)}b.example/`,
    'a URL of labels': `https://${run('a.', bytes)}example/`,
    'a URL up and down': `https://b.example/${run('a/../', bytes)}`,
    'a URL of colons': `https://[${run(':', bytes)}]/`,
    'percent signs': `https://${run('%61', bytes)}.example/`,
    'spaces and a control character': `x${run(' ', bytes)}\u0001`,
    'spaces between letters': `x${run(' ', bytes)}x`,
    'control characters around a letter': `${run('\v', bytes / 2)}x${run('\v', bytes / 2)}`,
    'white space of every kind': `x${run('\u2003\ufeff\u00a0\t', bytes)}x`,
    'line ends': `x${run('\r\n', bytes)}x`,
    'half line ends': `x${run('\r', bytes)}x`,
    'a name that nearly is one': `A${run("'-A", bytes)}1`,
    'full stops': `A${run('. ', bytes)}.!`,
    'marks and no letter': `${run("'", bytes)}!`,
    'lone surrogates': run('\ud800x', bytes / 2),
    'pairs of surrogates': run('😀', bytes),
    'an id that goes on': `ch_${run('0', bytes)}`,
    digits: run('1', bytes),
    commas: run(',', bytes),
    'values between commas': run('pending,', bytes),
    'different values between commas': Array.from({ length: bytes / 6 }, (_, at) => at.toString(36)).join(
      ',',
    ),
    'an unfinished cursor': run('eyJh', bytes),
    backslashes: run('\\', bytes / 2),
    quotes: run('"', bytes / 2),
  }
}

/** As many items as there is room for, each with a comma, as JSON. */
const listOf = (item: (at: number) => string, bytes: number): string => {
  const items: string[] = []
  let room = bytes
  for (let at = 0; ; at += 1) {
    const text = item(at)
    room -= Buffer.byteLength(text) + 1
    if (room < 0) return items.join(',')
    items.push(text)
  }
}

const idAt = (at: number): string => `"tly_${at.toString().padStart(26, '0')}"`
const shortAt = (at: number): string => `"${at.toString(36)}"`

/** Values of JSON other than strings, as text: some are too deep, or too odd, to be written otherwise. */
export const values = (most: number): Readonly<Record<string, string>> => {
  const bytes = most - ENDS
  return {
    'a list of different texts': `[${listOf(shortAt, bytes)}]`,
    'a list of nearly different texts': `[${listOf((at) => shortAt(at % 9_000), bytes)}]`,
    'a list of one text': `[${listOf(() => '""', bytes)}]`,
    'a list of ids': `[${listOf(idAt, bytes)}]`,
    'a list of ids, each twice': `[${listOf((at) => idAt(at % 1_000), bytes)}]`,
    'a list of a known word': `[${listOf(() => '"pending"', bytes)}]`,
    'a list of stars': `[${listOf(() => '"*"', bytes)}]`,
    'a list of addresses': `[${listOf((at) => `"a@${String.fromCodePoint(0x4e_00 + at)}.b"`, bytes)}]`,
    'a list of numbers': `[${listOf(String, bytes)}]`,
    'a list of nothing': `[${listOf(() => 'null', bytes)}]`,
    'a list of empty lists': `[${listOf(() => '[]', bytes)}]`,
    'a list of empty objects': `[${listOf(() => '{}', bytes)}]`,
    'a list of objects': `[${listOf((at) => `{"${at.toString(36)}":0}`, bytes)}]`,
    'lists in lists': `${run('[', bytes / 2)}${run(']', bytes / 2)}`,
    'lists in lists, as deep as may be, again and again': `[${listOf(() => '[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]', bytes)}]`,
    'objects in objects': `${run('{"a":', bytes / 2)}0${'}'.repeat(Math.floor(bytes / 10))}`,
    'an object of many members': `{${listOf((at) => `${shortAt(at)}:0`, bytes)}}`,
    'an object of numbers as names': `{${listOf((at) => `"${at * 4096}":0`, bytes)}}`,
    'an object of one name': `{${listOf(() => '"a":0', bytes)}}`,
    'an object of escaped names': `{${listOf((at) => `"${String.raw`\u`}${at.toString(16).padStart(4, '0')}":0`, bytes)}}`,
    'a number without end': `1${run('0', bytes)}`,
    'a fraction without end': `0.${run('0', bytes)}1`,
  }
}
