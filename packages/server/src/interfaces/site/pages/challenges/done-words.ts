// What was done on the page of a challenge: the word that its address carries on, and the sentence for each. The same on
// the site and behind the links of mails.
import type { Choice } from '../../../../kernel/choices.ts'
import type { ShownChallenge } from '../../../../features/challenges/play/shown.service.ts'
import { doneSentences } from '../../../../wording/done.ts'
import type { PlayAction } from './sent-play.ts'
import { ACTION, CHOICE } from './challenge-context.ts'

type DoneWord = Choice | 'block' | 'unblock' | `entry_${PlayAction}` | 'noted'

/** The word for what was sent, which the address of the page carries on. */
export const wordFor = (fields: URLSearchParams): string => {
  const action = fields.get(ACTION)
  const word = fields.get(CHOICE) ?? (action === null ? 'noted' : `entry_${action}`)
  // What was sent besides an answer that was taken may be anything.
  return /^\w{1,20}$/.test(word) ? word : 'noted'
}

export const doneWords = ({
  challenge,
}: Pick<ShownChallenge, 'challenge'>): Readonly<Record<DoneWord, string>> => doneSentences(challenge)
