// The webhooks of an account, in its settings. Making one needs the Club plan.
import type { WebhookSection } from '../webhooks/webhook-home.ts'
import { clubOffer, hasClub, requireClub } from './club.ts'
import { showSettings } from './settings-frame.ts'

const PATH = '/settings/webhooks'

export const accountWebhooks: WebhookSection = {
  path: PATH,
  open: (context, { visit }) => ({
    actor: visit.signedIn.actor,
    path: PATH,
    frame: (page) => showSettings({ section: PATH, ...page }),
    told: 'A webhook is a URL of yours that is told what happens in your challenges, signed and retried.',
    none: 'You have none.',
    offer: hasClub(visit) ? null : clubOffer(context, 'Webhooks'),
    requirePlan: () => requireClub(visit),
  }),
}
