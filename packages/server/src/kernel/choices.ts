// What a party of a challenge can answer on its page.
export const choices = ['accept', 'decline', 'agree', 'concede', 'draw', 'win', 'dispute', 'cancel'] as const
export type Choice = (typeof choices)[number]
