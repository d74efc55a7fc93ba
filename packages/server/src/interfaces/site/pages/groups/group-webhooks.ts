// The webhooks of a group, for its admins. They belong to the group, as those that its tokens make, and need nobody's plan.
import { GROUP_PATH, actForGroup, enterAsAdmin, pathOfGroup } from './own-group.ts'
import { showGroup } from './group-frame.ts'
import type { WebhookSection } from '../webhooks/webhook-home.ts'

export const groupWebhooks: WebhookSection = {
  path: `${GROUP_PATH}/webhooks`,
  open: async (context, request) => {
    const group = await enterAsAdmin(context, request)
    return {
      actor: actForGroup(group, request.visit.signedIn),
      path: `${pathOfGroup(group)}/webhooks`,
      frame: (page) => showGroup({ group, section: '/webhooks', ...page }),
      told: 'A webhook is a URL that is told what happens in the challenges of the group and among its members, signed and retried. Its admins and its tools see to the same ones.',
      none: 'The group has none.',
      offer: null,
      requirePlan: () => {},
    }
  },
}
