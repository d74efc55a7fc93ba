// Lines of a stream of bytes, ended by any of the three line ends. Node's own reader also ends them at U+2028, which may
// stand in JSON as it is.

export async function* readLines(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const piece of pieces) {
    rest += decoder.decode(piece, { stream: true })
    // A carriage return at the very end may be the first half of a line end.
    const lines = rest.split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    yield* lines
  }
  const last = rest.replace(/\r$/, '')
  if (last !== '') yield last
}
