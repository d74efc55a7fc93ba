// What a page says of the service that it belongs to.
import type { Config } from '../../../config/config.ts'

export interface Site {
  /** Where the outside reaches us: never taken from a request. */
  readonly baseUrl: string
  readonly name: string
  /** Whom to ask; null where the operator named nobody. */
  readonly contact: string | null
  readonly timeZone: string
  readonly imprintUrl: string | null
  readonly privacyUrl: string | null
  /** Where someone who was challenged or added to a group can open an account; null where they cannot. */
  readonly signInPath: string | null
}

/** The path under which the outside reaches us; empty where that is the root. */
export const basePath = ({ baseUrl }: Pick<Site, 'baseUrl'>): string =>
  new URL(baseUrl).pathname.replace(/\/$/, '')

export const readSite = (baseUrl: string, { site, smtpUrl }: Config): Site => ({
  baseUrl,
  name: site.name,
  contact: site.contact ?? null,
  timeZone: site.timeZone,
  imprintUrl: site.imprintUrl ?? null,
  privacyUrl: site.privacyUrl ?? null,
  signInPath: site.isOn && smtpUrl !== undefined && site.signUp !== 'closed' ? '/sign-in' : null,
})
