// What no tool does: an entry of a tally is changed, taken back, or accepted after a dispute, on the page of its challenge.
import type { Challenge, Party } from '@challenge-service/contract'
import { challengePage } from '../challenge-page.ts'
import type { Addressee } from './addressee.ts'

const onPage = ({ siteUrl }: Addressee, id: string): string =>
  siteUrl === null ? '; no tool does that.' : ` on the site: ${challengePage(siteUrl, id)}`

/** To whoever reads of a disputed entry of this party. */
export const settleEntry = (by: Party, id: string, to: Addressee): string | null => {
  if (to.role === null || to.role === 'observer') return null
  return to.role === by
    ? `You can change it or take it back${onPage(to, id)}`
    : `The ${by} can change it or take it back, and you can accept it after all${onPage(to, id)}`
}

/** To whoever has one of their own that is not settled, or disputes one. */
export const settleTally = ({ id, allowed_actions: allowed }: Challenge, to: Addressee): string | null =>
  allowed.includes('tally_resolve')
    ? `An entry of the tally can be taken back, and a disputed one changed or accepted after all${onPage(to, id)}`
    : null
