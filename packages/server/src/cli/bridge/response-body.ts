// The body of an answer, of which no more is held than an answer may have, whatever the service sends.

/** Many times the longest that a service of ours gives. */
export const ANSWER_MAX = 8 * 1024 * 1024

/** Thrown as soon as too much has come; the connection is closed, and the rest is never read. */
export class ResponseTooLong extends Error {}

export async function* piecesOf({ body }: Response): AsyncGenerator<Uint8Array> {
  if (body !== null) for await (const piece of body as AsyncIterable<Uint8Array>) yield piece
}

export const readWhole = async (response: Response): Promise<string> => {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of piecesOf(response)) {
    bytes += piece.length
    if (bytes > ANSWER_MAX) throw new ResponseTooLong()
    pieces.push(piece)
  }
  return new TextDecoder().decode(Buffer.concat(pieces))
}
