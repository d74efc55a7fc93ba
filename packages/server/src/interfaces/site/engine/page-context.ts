// What every page of the site stands on.
import type { ChallengeSettings } from '../../../features/challenges/rules/life.rules.ts'
import type { CallOwn } from '../../../operations/in-process-calls.ts'
import type { Floor } from '../../../operations/context.ts'
import type { Site } from '../pages/links/page-parts.ts'

export interface SiteRoom {
  readonly floor: Floor
  readonly site: Site
  /** Calls an endpoint of the table for a person. */
  readonly call: CallOwn
  readonly settings: ChallengeSettings
}
