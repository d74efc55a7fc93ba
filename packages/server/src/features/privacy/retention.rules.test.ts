import { describe, expect, it } from 'vitest'
import { judgeIdle, type Idleness } from './retention.rules.ts'

const IDLE = 90
const NOW = 1_000

const judge = (standing: Partial<Idleness>) =>
  judgeIdle(
    { hasAccount: false, isMember: false, hasOpen: false, blocksSomeone: false, lastAt: 0, ...standing },
    NOW,
    IDLE,
  )

describe('someone who is known only by address', () => {
  it.each([
    ['has been part of nothing for long', {}, 'erase'],
    ['at the very instant', { lastAt: NOW - IDLE }, 'erase'],
    ['not quite as long', { lastAt: NOW - IDLE + 1 }, { lookAt: NOW + 1 }],
    ['is a member', { isMember: true }, { lookAt: NOW + IDLE }],
    ['blocks someone', { blocksSomeone: true }, { lookAt: NOW + IDLE }],
    ['has something open', { hasOpen: true }, { lookAt: NOW + IDLE }],
    ['has an account after all', { hasAccount: true, hasOpen: true }, 'keep'],
  ] as const)('who %s', (_, standing, verdict) => {
    expect(judge(standing)).toEqual(verdict)
  })
})
