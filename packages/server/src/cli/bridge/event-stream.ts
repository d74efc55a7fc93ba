// Reads a stream of server-sent events: the data of each, once the empty line that ends it has come.
import { ANSWER_MAX, ResponseTooLong } from './response-body.ts'
import { readLines } from './lines.ts'

// U+2028 ends no line here, and may stand in one.
const DATA = /^data(?:: ?(.*))?$/s

/** A stream may go on for ever; no event of it has more bytes than an answer. */
export async function* readEvents(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let data: string[] = []
  let bytes = 0
  for await (const line of readLines(pieces, ANSWER_MAX)) {
    if (line === undefined) throw new ResponseTooLong()
    if (line === '') {
      if (data.length > 0) yield data.join('\n')
      data = []
      bytes = 0
    }
    const found = DATA.exec(line)
    if (!found) continue
    bytes += Buffer.byteLength(line)
    if (bytes > ANSWER_MAX) throw new ResponseTooLong()
    data.push(found[1] ?? '')
  }
}
