// The deadlines of a challenge that is open, in words for a calendar: what it is, whom it is between, and what happens
// then. Only first names: not even one's own word for the other, since a calendar is easily shared. Nothing that someone
// typed stands there before they accepted it: anyone can challenge them.
import type { Challenge } from '@challenge-service/contract'
import { bothNames, type SeenChallenge } from './names.ts'
import { describeStanding, type Standing } from './status.ts'
import { words } from './words.ts'

/** `end`: of the state that it is in; `cancel`: of a request to cancel. */
interface Deadline {
  readonly kind: 'end' | 'cancel'
  readonly at: number
  readonly summary: string
  readonly description: string
}

type Dated = SeenChallenge & Pick<Challenge, 'claim' | 'stake'>

/** `settleBy`: until when the two can say how it ended. */
export const deadlinesOf = (seen: Dated, settleBy: number): readonly Deadline[] => {
  const { reference: _, ...challenge } = seen
  const { cancellation } = challenge
  const end = describeEnd({ ...challenge, cancellation: null }, settleBy)
  if (!cancellation) return [end]
  // It is said in the same words before time is up and after.
  const standing = describeStanding({ ...challenge, status: 'active' })
  return [end, { kind: 'cancel', at: Date.parse(cancellation.lapses_at), ...write(challenge, standing) }]
}

const describeEnd = (challenge: Dated, settleBy: number): Deadline => {
  const { title, otherwise, by } = describeStanding(challenge, settleBy)
  const isRunning = challenge.status === 'active'
  return {
    kind: 'end',
    at: by ?? settleBy,
    ...write(challenge, { title: isRunning ? words.status.due : title, otherwise }),
  }
}

const write = (
  challenge: Dated,
  { title, otherwise }: Pick<Standing, 'title' | 'otherwise'>,
): Pick<Deadline, 'summary' | 'description'> => {
  const { status, role, claim, stake } = challenge
  const isInvitation = status === 'pending' && role === 'opponent'
  const both = bothNames(challenge)
  const between = isInvitation ? words.calendar.between({ both }) : words.calendar.betweenFor({ both, stake })
  return {
    // One colon is enough.
    summary: isInvitation ? title : words.calendar.summary({ title: title.replace(': ', ', '), claim }),
    description: otherwise === null ? between : `${between}\n${otherwise}`,
  }
}
