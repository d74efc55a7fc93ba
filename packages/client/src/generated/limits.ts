// Written by `npm run generate`: the numbers of the contract that the client goes by.

export const limits = {
  rateWindowMs: 60000,
  pageMax: 100,
  signatureToleranceSeconds: 300,
  waitSecondsMax: 25,
} as const
