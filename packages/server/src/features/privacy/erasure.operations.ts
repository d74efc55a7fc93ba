// Erasing everything that is kept about oneself.
import { normalizeAddress } from '@challenge-service/contract/plain'
import * as Type from 'typebox'
import { invalidFields } from '../../kernel/refusal.ts'
import { operation } from '../operation.ts'
import { beginErasure } from './erasure.service.ts'

/** The address is typed once more, to say that it is meant. Erased is erased: nothing of it is remembered. */
export const eraseAccount = operation({
  name: 'privacy.erase',
  by: 'account',
  input: Type.Object(
    { address: Type.Optional(Type.String({ maxLength: 1_000 })) },
    { additionalProperties: false },
  ),
  needsProof: true,
  run: async (tx, { by: { account }, input, keys, now }) => {
    const { email: address } = account
    if (normalizeAddress(input.address ?? '') !== address) {
      throw invalidFields([{ field: 'address', message: `is ${address}: that is not what you typed` }])
    }
    await beginErasure(tx, keys, address, now)
  },
})
