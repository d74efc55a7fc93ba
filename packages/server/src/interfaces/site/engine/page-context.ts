// What every page of the site is made with.
import type { ChallengeSettings } from '../../../features/challenges/rules/life.rules.ts'
import type { ServiceContext } from '../../../operations/context.ts'
import type { CallOwn } from '../../../operations/in-process-calls.ts'
import type { Site } from '../pages/links/page-parts.ts'

export interface PageContext extends ServiceContext {
  readonly site: Site
  /** Calls an endpoint of the table for a person. */
  readonly call: CallOwn
  readonly settings: ChallengeSettings
}
