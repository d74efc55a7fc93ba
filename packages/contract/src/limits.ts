// Numbers that clients may rely on. Those an operator can set are defaults here, and say so.

export const limits = {
  /** Per token, in any 60 seconds; the operator can set other values. */
  readsPerMinute: 120,
  writesPerMinute: 30,
  rateWindowMs: 60_000,
  /** Creations in a calendar month (UTC) per owner; the operator can set other values. */
  accountQuota: 1_000,
  groupQuota: 10_000,
  /** Subscriptions of an owner; the operator can set another value. */
  webhooksPerOwner: 100,
  pageDefault: 25,
  pageMax: 100,
  bodyBytes: 64 * 1024,
  idempotencyKeyHours: 24,
  idempotencyKeyWaitMs: 10_000,
  signatureToleranceSeconds: 300,
  webhookHeaders: 5,
  deliveryAttempts: 6,
  evidencePerParty: 50,
  tallyEntriesPerParty: 5_000,
  tallyAmount: 1_000_000,
  /** What can be changed back and forth without being counted: so often by a party, a person, for an entry. */
  positionChanges: 10,
  supportChanges: 10,
  amendmentsPerEntry: 10,
  /** How often the owner switches a subscription on; with what it missed, at most once in an hour. */
  webhookEnablesPerDay: 10,
  webhookResendSeconds: 3_600,
  /** How often its owner makes a new signing secret. */
  webhookRotationsPerDay: 10,
  /** How often admins change the role of one member. */
  roleChangesPerDay: 10,
  waitSecondsMax: 25,
  openStreamsPerToken: 5,
} as const
