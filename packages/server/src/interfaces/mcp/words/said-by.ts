// What one of the two typed, as the acting person reads it: as their own, or as that party's.
import type { Party } from '@challenge-service/contract'
import type { WithRole } from '../../../wording/names.ts'
import { ownWords, theirWords } from './quote.ts'

/** `most`: how much of it is written at most, where that is less than of others. */
export const saidBy = ({ role }: WithRole, party: Party, text: string, most?: number): string =>
  role === party ? ownWords(text, most) : theirWords(`the ${party}`, text, most)
