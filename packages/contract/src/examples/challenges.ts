// Examples of making, reading and answering challenges.
import type { challengeEndpoints } from '../challenges.ts'
import type { Evidence } from '../challenge.schema.ts'
import type { ExamplesOf } from './example.ts'
import { run, seenByBen } from './run.ts'
import { stairs } from './stairs.ts'
import { ids, times } from './story.ts'

export const evidence: Evidence = {
  id: ids.evidence,
  by: 'creator',
  text: 'Ten kilometres on Saturday morning, in 58 minutes.',
  url: 'https://tracks.example.com/ana/2026-11-14',
  created_at: times.evidence,
}

export const challengeExamples: ExamplesOf<keyof typeof challengeEndpoints> = {
  listChallenges: { input: { status: ['active', 'due'], role: 'creator' }, result: [run.active] },
  createChallenge: {
    input: {
      claim: run.pending.claim,
      opponent_email: 'ben@demo.example',
      stake: run.pending.stake,
      due_days: run.pending.due_days,
      reference: 'run-2026-46',
    },
    result: run.pending,
  },
  getChallenge: { input: { id: ids.run }, result: { ...run.withEvidence, evidence: [evidence] } },
  acceptChallenge: { input: { id: ids.run }, result: seenByBen(run.active) },
  resolveChallenge: { input: { id: ids.run, outcome: 'creator_won' }, result: run.proposed },
  cancelChallenge: { input: { id: ids.run, reason: 'I have a cold.' }, result: run.cancelAsked },
  disputeChallenge: {
    input: { id: ids.run, reason: 'The track stops after nine kilometres.' },
    result: seenByBen(run.disputed),
  },
  addEvidence: {
    input: {
      id: ids.run,
      text: 'Ten kilometres on Saturday morning, in 58 minutes.',
      url: 'https://tracks.example.com/ana/2026-11-14',
    },
    result: evidence,
  },
  supportChallenge: {
    input: { id: ids.stairs, side: 'creator', comment: 'I met Ben on the eighth floor.' },
    result: stairs.supported,
  },
}
