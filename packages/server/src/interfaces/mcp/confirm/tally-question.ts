// What a person is asked before an assistant answers entries of a tally for them.
import type { Challenge, TallyChange, TallyEntry, ToolCall } from '@challenge-service/contract'
import { capital, otherName, otherOf } from '../../../wording/names.ts'
import { confirmedThen, entriesLead } from '../../../wording/tally.ts'
import { quote } from '../words/quote.ts'
import { words } from '../../../wording/words.ts'

/** So many are listed one by one. */
const LISTED = 10

export const writeTallyQuestion = (
  { name: called, body }: ToolCall,
  challenge: Challenge,
  change: TallyChange,
): readonly string[] => {
  const name = otherName(challenge)
  const { entries } = change
  return called === 'disputeTally'
    ? [
        entriesLead('dispute', entries.length, name),
        ...listEntries(entries),
        `You say why: ${quote(String(body['reason']))}`,
        words.tally.canChange({ name: capital(name) }),
      ]
    : [
        entriesLead('confirm', entries.length, name),
        ...listEntries(entries),
        confirmedThen(change[otherOf(challenge.role)], name),
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
