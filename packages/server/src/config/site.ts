// The settings of the site: whether there is one, who may sign up, and what its pages say of who runs it.
import { plans, type Plan } from '@challenge-service/contract/plain'
import { signUps, type SignUp } from '../kernel/sign-up.ts'
import { readNetworks, type Networks } from '../kernel/networks.ts'
import { readTimeZone } from '../kernel/time-zones.ts'
import { languages } from '../wording/words.ts'
import { list, onOff, oneLine, oneOf, readUrl, type Settings } from './setting.ts'

export interface SiteConfig {
  readonly isOn: boolean
  readonly name: string
  /** Whom mails and pages name as who runs this. */
  readonly contact: string | undefined
  /** Of mails and of people without one of their own. */
  readonly timeZone: string
  /** Of pages, emails and tools. */
  readonly language: string
  readonly imprintUrl: string | undefined
  readonly privacyUrl: string | undefined
  readonly signUp: SignUp
  /** Of an account that a person opens. */
  readonly defaultPlan: Plan
  /** Whose word on where a request came from is taken; undefined: nobody's. */
  readonly trustProxy: Networks | undefined
}

export const readSiteConfig = (settings: Settings): SiteConfig => {
  const url = (name: string): string | undefined =>
    settings.read<string | undefined>(
      name,
      readUrl('http:', 'https:'),
      'must be an http:// or https:// URL',
      undefined,
    )
  return {
    isOn: settings.read('SITE', onOff, 'must be on or off', true),
    name: settings.read(
      'SITE_NAME',
      oneLine(60),
      'must be one line of 1 to 60 characters',
      'Challenge Service',
    ),
    contact: settings.read<string | undefined>(
      'SITE_CONTACT',
      oneLine(200),
      'must be one line of 1 to 200 characters',
      undefined,
    ),
    timeZone: settings.read('TIME_ZONE', readTimeZone, 'must be a time zone such as Europe/Berlin', 'UTC'),
    language: settings.read('LANGUAGE', oneOf(languages), `must be one of ${languages.join(', ')}`, 'en'),
    imprintUrl: url('IMPRINT_URL'),
    privacyUrl: url('PRIVACY_URL'),
    signUp: settings.read('SIGN_UP', oneOf(signUps), `must be one of ${signUps.join(', ')}`, 'invited'),
    defaultPlan: settings.read('DEFAULT_PLAN', oneOf(plans), `must be one of ${plans.join(', ')}`, 'free'),
    trustProxy: settings.read<Networks | undefined>(
      'TRUST_PROXY',
      (text) => readNetworks(list(text) ?? []),
      'must be IP addresses or networks such as 10.0.0.0/8, separated by commas',
      undefined,
    ),
  }
}
