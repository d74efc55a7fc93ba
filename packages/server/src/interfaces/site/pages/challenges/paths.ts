// What the page of a challenge says once something was done there.
import type { PageContext } from '../../engine/page-context.ts'

/** What the page of a challenge says after a form led to it: see parts/flash.ts. */
export const challengeSaid = ({ config }: PageContext) =>
  config.smtpUrl === undefined
    ? {
        sent: 'Your challenge is made. No mail leaves this service, so tell them yourself that it waits for them here.',
        invited_again:
          'The invitation is kept once more. No mail leaves this service, so tell them yourself.',
      }
    : {
        sent: 'Your challenge is on its way. You are told by mail as soon as there is an answer.',
        invited_again:
          'The invitation goes out once more. Mails that nobody asked for are few by design, so it may take up to a day.',
      }
