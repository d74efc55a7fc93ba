// Who may open an account.

/** People who were challenged or added to a group; anyone; or nobody, so that only the operator opens accounts. */
export const signUps = ['invited', 'open', 'closed'] as const
export type SignUp = (typeof signUps)[number]
