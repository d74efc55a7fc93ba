// What every page of the site stands on.
import type { ChallengeSettings } from '../../features/challenges/rules/life.rules.ts'
import type { CallOwn } from '../own-calls.ts'
import type { Floor } from '../floor.ts'
import type { Site } from '../pages/page-parts.ts'

export interface SiteRoom {
  readonly floor: Floor
  readonly site: Site
  /** Calls an endpoint of the table for a person. */
  readonly call: CallOwn
  readonly settings: ChallengeSettings
}
