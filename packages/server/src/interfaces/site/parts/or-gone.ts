// A form for what is not there any more, of which only some may see the list.
import { Refusal } from '../../../kernel/refusal.ts'
import { type SiteResponse, leadTo } from '../engine/response.ts'
import { GONE, withWord } from './flash.ts'

/** Leads to the list, which says so. `findList`: where it stands; what it throws is the answer to whoever has none. */
export const orGone = async (
  findList: () => Promise<string> | string,
  work: () => Promise<SiteResponse>,
): Promise<SiteResponse> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'not_found') throw error
    return leadTo(withWord(await findList(), GONE))
  }
}
