// Who may open an account.

/** Whoever was challenged or added to a group, anyone, or nobody but by the operator. */
export const signUps = ['invited', 'open', 'closed'] as const
export type SignUp = (typeof signUps)[number]
