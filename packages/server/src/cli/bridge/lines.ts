// Lines of a stream of bytes, ended by any of the three line ends. Node's own reader also ends them at U+2028, which may
// stand in JSON as it is. Each piece is looked at once, however long the line is that it belongs to.

/** Many times what the service takes: it says itself what it finds too long, and names the call. */
export const LINE_MAX = 1024 * 1024

const LINE_END = /\r\n|\n|\r/

/** Undefined stands for a line of more bytes than that: it comes as soon as they are too many, and the rest is skipped. */
export async function* readLines(
  pieces: AsyncIterable<Uint8Array>,
  atMostBytes = Number.POSITIVE_INFINITY,
): AsyncGenerator<string | undefined> {
  const decoder = new TextDecoder()
  let line = ''
  let bytes = 0
  let isAfterReturn = false
  for await (const piece of pieces) {
    const text = decoder.decode(piece, { stream: true })
    if (text === '') continue
    // The second half of a line end whose first half ended the piece before.
    const isHalf = isAfterReturn && text.startsWith('\n')
    isAfterReturn = text.endsWith('\r')
    for (const [at, part] of text
      .slice(isHalf ? 1 : 0)
      .split(LINE_END)
      .entries()) {
      if (at > 0) {
        if (bytes <= atMostBytes) yield line
        line = ''
        bytes = 0
      }
      const wasTooLong = bytes > atMostBytes
      bytes += Buffer.byteLength(part)
      if (bytes <= atMostBytes) line += part
      else if (!wasTooLong) yield undefined
    }
  }
  if (line !== '' && bytes <= atMostBytes) yield line
}
