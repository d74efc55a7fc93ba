// The plans of an account.

export const plans = ['free', 'club'] as const
export type Plan = (typeof plans)[number]
