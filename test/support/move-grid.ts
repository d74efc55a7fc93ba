// The life of a challenge, written by hand: what becomes of it by every move of every role in every situation. The rules
// are held against it, and so is whatever acts by them.
import type { Role } from '@challenge-service/contract'

// What becomes of it: the status after, or why not. S: nobody may in this status (invalid_state); P: not this
// person (forbidden); A: asked already, O: one's own proposal (both invalid_state); C: contradicts (conflict).
const grid = `
                      pending   active    asked     due       dueAsked  proposed  proposedDraw disputed  resolved cancelled declined expired
accept       creator  P         S         S         S         S         S         S            S         S        S         S        S
accept       opponent active    S         S         S         S         S         S            S         S        S         S        S
accept       observer P         S         S         S         S         S         S            S         S        S         S        S
cancel       creator  cancelled active    A         due       A         S         S            S         S        S         S        S
cancel       opponent declined  active    cancelled due       cancelled S         S            S         S        S         S        S
cancel       observer P         P         P         P         P         S         S            S         S        S         S        S
creator_won  creator  S         proposed  proposed  proposed  proposed  O         C            disputed  S        S         S        S
creator_won  opponent S         resolved  resolved  resolved  resolved  resolved  resolved     resolved  S        S         S        S
creator_won  observer S         P         P         P         P         P         P            P         S        S         S        S
opponent_won creator  S         resolved  resolved  resolved  resolved  resolved  resolved     resolved  S        S         S        S
opponent_won opponent S         proposed  proposed  proposed  proposed  C         O            disputed  S        S         S        S
opponent_won observer S         P         P         P         P         P         P            P         S        S         S        S
draw         creator  S         proposed  proposed  proposed  proposed  O         resolved     disputed  S        S         S        S
draw         opponent S         proposed  proposed  proposed  proposed  C         O            disputed  S        S         S        S
draw         observer S         P         P         P         P         P         P            P         S        S         S        S
dispute      creator  S         S         S         S         S         P         disputed     S         S        S         S        S
dispute      opponent S         S         S         S         S         disputed  P            S         S        S         S        S
dispute      observer S         S         S         S         S         P         P            S         S        S         S        S
evidence     creator  S         active    active    due       due       proposed  proposed     disputed  S        S         S        S
evidence     opponent S         active    active    due       due       proposed  proposed     disputed  S        S         S        S
evidence     observer S         P         P         P         P         P         P            P         S        S         S        S
support      creator  S         P         P         P         P         P         P            P         S        S         S        S
support      opponent S         P         P         P         P         P         P            P         S        S         S        S
support      observer S         active    active    due       due       proposed  proposed     disputed  S        S         S        S
`

const refusals: Readonly<Record<string, string>> = {
  S: 'invalid_state/status_forbids',
  P: 'forbidden/not_for_you',
  A: 'invalid_state/already_requested',
  O: 'invalid_state/already_proposed',
  C: 'conflict/contradicts_proposal',
}

export interface MoveCell {
  readonly move: string
  readonly role: Role
  readonly situation: string
  /** The status after, or the code and the reason of a refusal. */
  readonly expected: string
}

/** Rows of such a grid, under its line of situations. */
export const readGrid = (text: string): readonly MoveCell[] => {
  const [head = [], ...rows] = text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
  return rows.flatMap(([move = '', role = '', ...row]) =>
    row.map((cell, index) => ({
      move,
      role: role as Role,
      situation: head[index] ?? '',
      expected: refusals[cell] ?? cell,
    })),
  )
}

export const moveCells = readGrid(grid)
