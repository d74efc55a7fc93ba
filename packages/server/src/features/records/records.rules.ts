// What a settled challenge does to the record of a party. A win goes on with a streak, a loss ends it; a draw
// and a void leave it as it is.
import type { Outcome, Party } from '@challenge-service/contract'

export type Score = 'won' | 'lost' | 'drawn' | 'void'

export const getScore = (outcome: Outcome, party: Party): Score => {
  if (outcome === 'draw') return 'drawn'
  if (outcome === 'void') return 'void'
  return outcome === `${party}_won` ? 'won' : 'lost'
}
