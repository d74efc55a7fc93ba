// What a page says of the service that it belongs to.
export interface Site {
  /** Where the outside reaches us: never taken from a request. */
  readonly baseUrl: string
  readonly name: string
  /** Whom to ask; null where the operator named nobody. */
  readonly contact: string | null
  readonly timeZone: string
  readonly imprintUrl: string | null
  readonly privacyUrl: string | null
  /** Where whoever was challenged or added to a group can open an account; null where they cannot. */
  readonly signInPath: string | null
}

/** The path under which the outside reaches us; empty where that is the root. */
export const basePath = ({ baseUrl }: Pick<Site, 'baseUrl'>): string =>
  new URL(baseUrl).pathname.replace(/\/$/, '')
