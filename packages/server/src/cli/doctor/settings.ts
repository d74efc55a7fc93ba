// Whether the settings can be used, and whether they fit each other.
import { readConfig, type Config } from '../../config/config.ts'
import type { Environment } from '../../config/environment.ts'
import { ConfigError } from '../../config/setting.ts'
import { isLoopback } from '../../kernel/networks.ts'
import { failed, ok, warning, type Finding } from './finding.ts'

export interface CheckedSettings {
  /** Undefined where a setting is wrong. */
  readonly config: Config | undefined
  readonly findings: readonly Finding[]
}

export const checkSettings = (environment: Environment): CheckedSettings => {
  try {
    const config = readConfig(environment)
    return { config, findings: [ok('settings', 'every setting can be used'), ...listDoubts(config)] }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return { config: undefined, findings: error.problems.map((problem) => failed('settings', problem)) }
  }
}

const listDoubts = ({ publicUrl, site, smtpUrl, webhooks }: Config): readonly Finding[] => {
  const doubts: Finding[] = []
  const doubt = (message: string): number => doubts.push(warning('settings', message))
  const url = publicUrl === undefined ? undefined : new URL(publicUrl)
  if (url?.protocol === 'https:' && site.trustProxy === undefined) {
    doubt(
      'PUBLIC_URL is https and TRUST_PROXY is not set: the headers of the proxy in front are ignored, and limits by network hold for all its visitors as one; set TRUST_PROXY to the address of the proxy',
    )
  }
  if (site.isOn && url?.protocol === 'http:' && !isLoopback(url.hostname)) {
    doubt('PUBLIC_URL is plain http: nobody can sign in to the site; put https in front, or set SITE=off')
  }
  if (smtpUrl !== undefined && site.contact === undefined) {
    doubt('SITE_CONTACT is not set: mails do not say who runs this service')
  }
  if (webhooks.allowPrivate && url?.protocol === 'https:') {
    doubt(
      'WEBHOOK_ALLOW_PRIVATE is true: anyone who may create a webhook can call addresses inside your network; set it to false',
    )
  }
  return doubts
}
