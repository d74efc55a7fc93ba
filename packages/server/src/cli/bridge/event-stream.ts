// Reads a stream of server-sent events: the data of each, once the empty line that ends it has come.
import { readLines } from './lines.ts'

export async function* readEvents(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let data: string[] = []
  for await (const line of readLines(pieces)) {
    if (line === '') {
      if (data.length > 0) yield data.join('\n')
      data = []
    }
    const [, text] = /^data(?:: ?(.*))?$/.exec(line ?? '') ?? []
    if (text !== undefined) data.push(text)
  }
}
