// Tools for the running score of a challenge.
import { ids } from '../examples/story.ts'
import { tenAtOnce } from './lists.ts'
import { tool } from './tool.ts'

const challenge = { challenge_id: 'id' }
const words = { challenge_id: 'The challenge, from list_challenges or list_events.' }

export const tallyTools = [
  tool({
    name: 'get_tally',
    title: 'Read a tally',
    description:
      'Reads the running score of a challenge: how much each party claims, how much of it the other has confirmed, and the newest entries with their ids. Use it before review_tally.',
    endpoint: 'getTally',
    takes: { ...challenge, ...tenAtOnce.takes },
    words: { ...words, ...tenAtOnce.words },
    defaults: tenAtOnce.defaults,
    example: { challenge_id: ids.run },
  }),
  tool({
    name: 'record_tally',
    title: 'Add to the own count',
    description:
      'Adds to the person’s own count in an active or due challenge, for example four more kilometres. The other party then confirms or disputes it. A negative amount takes back. A tally has no unit: be sure that the challenge counts this, and ask if that is not plain. It says nothing of who won: use propose_outcome for that.',
    endpoint: 'recordTally',
    takes: { ...challenge, amount: 'amount', note: 'note' },
    words,
    example: { challenge_id: ids.run, amount: 4, note: 'In the park, in the dark' },
  }),
  tool({
    name: 'review_tally',
    title: 'Confirm or dispute tally entries',
    description:
      'Answers what the other party counted. With entry_ids it confirms pending entries of theirs, all or none. With dispute_entry_id and a reason it objects to one. Give one or the other; read the entries with get_tally first. Not for the person’s own entries.',
    endpoint: 'reviewTally',
    other: { endpoint: 'disputeTally', whenGiven: 'dispute_entry_id' },
    takes: { ...challenge, entry_ids: 'entry_ids', dispute_entry_id: 'entry_id', reason: 'reason' },
    words: {
      ...words,
      entry_ids: 'Pending entries of the other party, to confirm.',
      dispute_entry_id: 'A pending entry of the other party, to object to.',
      reason: 'What is wrong with it. With dispute_entry_id alone, and required then.',
    },
    confirms: true,
    example: { challenge_id: ids.run, entry_ids: [ids.wednesday] },
  }),
]
