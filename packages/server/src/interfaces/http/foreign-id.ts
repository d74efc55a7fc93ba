// A client's own id of a request, for the log.

// Shaped like an id (a UUID, a ULID, hex), and unlike any token or address.
const FOREIGN_ID = /^[A-Za-z0-9-]{8,64}$/

/** A client's own X-Request-Id, where it can be nothing but an id. */
export const readForeignId = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' && FOREIGN_ID.test(header) ? header : undefined
