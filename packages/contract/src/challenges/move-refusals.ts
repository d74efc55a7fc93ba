// Why a move on a challenge can be refused by its rules, whichever move it is.

export const moveRefusals = ['status_forbids', 'deadline_passed', 'not_for_you'] as const
