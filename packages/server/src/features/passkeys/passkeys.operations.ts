// What a person does with their passkeys.
import { line } from '@challenge-service/contract'
import * as Type from 'typebox'
import { inputId, operation, type OperationCall, type Performers } from '../operation.ts'
import { addPasskey, removeOwnPasskey, type MadePasskey, type PasskeyOwner } from './passkey.service.ts'

const ownerOf = ({ account, browser }: Performers['account']): PasskeyOwner => ({
  accountId: account.id,
  personId: account.personId,
  browserName: browser.name,
})

export const passkeyName = line(1, 60)

/** Found: what the device made, checked. */
export const addOwnPasskey = operation({
  name: 'passkeys.add',
  by: 'account',
  input: Type.Object({ name: passkeyName }, { additionalProperties: false }),
  needsProof: true,
  once: 'by_key',
  run: (tx, { by, input, found, now }: OperationCall<'account', { readonly name: string }, MadePasskey>) =>
    addPasskey(tx, ownerOf(by), input.name, found, now),
})

export const removePasskey = operation({
  name: 'passkeys.remove',
  by: 'account',
  input: Type.Object({ id: inputId() }, { additionalProperties: false }),
  needsProof: true,
  once: 'by_key',
  run: (tx, { by, input, now }) => removeOwnPasskey(tx, ownerOf(by), input.id, now),
})
