// Whose webhooks the pages show: an account's, in its settings, or a group's. The pages are the same for both.
import type { Actor } from '../../../../features/access/actor.ts'
import type { Html, Part } from '../../../../kernel/html.ts'
import type { ShownPage } from '../../engine/response.ts'
import type { SiteRequest } from '../../engine/page.ts'
import type { PageContext } from '../../engine/page-context.ts'
import type { SignedInVisit } from '../../engine/visit.ts'

export interface FramedPage extends Partial<Pick<ShownPage, 'isSecret' | 'scripts'>> {
  /** Where it is another than that of the list. */
  readonly title?: string
  readonly inside: Part
}

export type Frame = (page: FramedPage) => ShownPage

export interface WebhookHome {
  /** As whom they are seen to; their owner is the owner of whoever calls. */
  readonly actor: Actor
  /** Where their list stands. */
  readonly path: string
  /** What is around every page of them. */
  readonly frame: Frame
  /** What a webhook of theirs is told. */
  readonly told: string
  /** Where there are none. */
  readonly none: string
  /** What stands in place of making one, where that cannot be done; null where it can. */
  readonly offer: Html | null
  /** Refuses what needs a plan that is not there. */
  requirePlan(): void
}

export interface WebhookSection {
  /** Of the list; it may name what the home is found by. */
  readonly path: string
  /** Not found for whoever may not see to them. */
  open(context: PageContext, request: SiteRequest<SignedInVisit>): Promise<WebhookHome> | WebhookHome
}

/** The address of a page of the place. */
export const fillPath = (path: string, params: Readonly<Record<string, string>>): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? '')
