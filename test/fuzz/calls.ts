// Calls of an operation: sound, with one fault, odd, or both.
import fc, { type Arbitrary } from 'fast-check'
import type { FuzzCall } from './call.ts'
import type { Operation } from './document.ts'
import { soundDraft, toCall } from './draft.ts'
import { faultsOf } from './faults.ts'
import { odditiesOf } from './oddities.ts'

const callsOf = (operation: Operation): Arbitrary<FuzzCall> => {
  const sound = soundDraft(operation)
  return fc.oneof(
    { arbitrary: sound.map(toCall), weight: 4 },
    {
      arbitrary: fc
        .tuple(sound, faultsOf(operation))
        .map(([draft, { note, spoil }]) => toCall({ ...draft, note, verdict: 'refused', ...spoil(draft) })),
      weight: 6,
    },
    {
      arbitrary: fc
        .tuple(sound, odditiesOf(operation))
        .map(([draft, { note, spoil }]) => toCall({ ...draft, note, ...spoil(draft) })),
      weight: 3,
    },
    {
      // The fault of the bytes or headers comes to nothing where the path, the method or the token decides.
      arbitrary: fc.tuple(sound, faultsOf(operation), odditiesOf(operation)).map(([draft, fault, oddity]) => {
        const spoiled = { ...draft, ...fault.spoil(draft), verdict: 'refused' } as const
        const odd = oddity.spoil(spoiled)
        const verdict = odd.verdict === 'stray' || odd.verdict === 'open' ? odd.verdict : 'refused'
        return toCall({ ...spoiled, ...odd, verdict, note: `${fault.note}, ${oddity.note}` })
      }),
      weight: 2,
    },
  )
}

/** Each operation is as likely as any other. */
export const anyCall = (operations: readonly Operation[]): Arbitrary<FuzzCall> =>
  fc.oneof(...operations.map(callsOf))
