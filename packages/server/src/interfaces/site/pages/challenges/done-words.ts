// What the page of a challenge says once something was done there: one sentence for each answer and each action, as
// things stand now. The same on the site and behind the links of mails.
import type { Choice } from '../../../../kernel/choices.ts'
import type { ShownChallenge } from '../../../../features/challenges/play/shown.service.ts'
import type { PlayAction } from './sent-play.ts'
import { ACTION, CHOICE } from './challenge-context.ts'
import { capital, otherName } from '../../../../wording/names.ts'

type DoneWord = Choice | 'block' | 'unblock' | `entry_${PlayAction}` | 'noted'

/** The word for what was sent, which the address of the page carries on. */
export const wordFor = (fields: URLSearchParams): string => {
  const action = fields.get(ACTION)
  const word = fields.get(CHOICE) ?? (action === null ? 'noted' : `entry_${action}`)
  // What was sent besides an answer that was taken may be anything.
  return /^\w{1,20}$/.test(word) ? word : 'noted'
}

const NOTED = 'That is noted.'

export const doneWords = (
  shown: Pick<ShownChallenge, 'challenge' | 'role'>,
): Readonly<Record<DoneWord, string>> => {
  const { status } = shown.challenge
  const name = otherName(shown)
  const theirName = capital(name)
  const settled = 'It is settled.'
  const counts = `It counts once ${name} has confirmed it.`
  const said =
    status === 'resolved'
      ? settled
      : status === 'proposed'
        ? `That is said. Now ${name} is asked to agree.`
        : status === 'disputed'
          ? `That is said. ${theirName} can agree to it.`
          : NOTED
  return {
    accept: 'The challenge is on.',
    decline: 'You declined: the challenge is over.',
    agree: settled,
    concede: settled,
    win: said,
    draw: said,
    dispute: `That is said. ${theirName} reads that you do not agree, and why.`,
    cancel: status === 'cancelled' ? 'The challenge is cancelled.' : `Now ${name} is asked to cancel too.`,
    block: `You have blocked ${name}.`,
    unblock: `${theirName} is no longer blocked.`,
    entry_evidence: 'Your evidence is there for everyone who sees the challenge.',
    entry_support: 'Your support is counted.',
    entry_record: `Recorded. ${counts}`,
    entry_review: 'Confirmed.',
    entry_doubt: `Noted as doubted. ${theirName} can change it or take it back.`,
    entry_withdraw: 'Taken back.',
    entry_amend: `Changed. ${counts}`,
    entry_accept: 'Confirmed.',
    noted: NOTED,
  }
}
