// Which version of a challenge someone was shown. It is another one after every change, also after one that the clock has
// made and nobody has written yet.
import { catchUp } from './clock.rules.ts'
import type { Challenge } from './life.rules.ts'

export const versionOf = ({ version, life }: Pick<Challenge, 'version' | 'life'>, now: number): string => {
  const { status, cancellation } = catchUp(life, now)
  return [version, status, ...(cancellation ? ['cancel_requested'] : [])].join(' ')
}
