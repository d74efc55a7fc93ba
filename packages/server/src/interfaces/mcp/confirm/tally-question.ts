// What a person is asked before an assistant answers entries of a tally for them.
import {
  endpoints,
  type Challenge,
  type TallyChange,
  type TallyEntry,
  type ToolCall,
} from '@challenge-service/contract'
import { quote } from '../words/quote.ts'
import { capital, otherName } from '../../../wording/names.ts'

/** So many are listed one by one. */
const LISTED = 10

export const writeTallyQuestion = (
  { endpoint, body }: ToolCall,
  challenge: Challenge,
  change: TallyChange,
): readonly string[] => {
  const { role } = challenge
  const name = otherName({ challenge, role })
  const { entries } = change
  const { claimed, confirmed } = role === 'creator' ? change.opponent : change.creator
  const what = `${entries.length === 1 ? 'an entry' : `${entries.length} entries`} of ${name}`
  return endpoint === endpoints.disputeTally
    ? [
        `You dispute ${what}:`,
        ...listEntries(entries),
        `You say why: ${quote(String(body['reason']))}`,
        `${capital(name)} can change it or take it back.`,
      ]
    : [
        `You confirm ${what}:`,
        ...listEntries(entries),
        `Then ${confirmed} of the ${claimed} that ${name} claims are confirmed, and nobody can take that back.`,
      ]
}

/** Where there are too many, the largest: none that is left out can be larger than those that are read. */
const listEntries = (entries: readonly TallyEntry[]): readonly string[] => {
  const more = entries.length - LISTED
  if (more <= 0) return entries.map(writeEntry)
  const listed = entries.toSorted((a, b) => Math.abs(b.amount) - Math.abs(a.amount)).slice(0, LISTED)
  const least = Math.abs(listed.at(-1)?.amount ?? 0)
  return [...listed.map(writeEntry), `- and ${more} more, none of more than ${least}`]
}

const writeEntry = ({ amount, note }: TallyEntry): string =>
  `- ${amount}${note === null || note === '' ? '' : `, with the note ${quote(note)}`}`
