// What a person does with their own tokens on the site.
import { allScopes, line, someOf } from '@challenge-service/contract'
import * as Type from 'typebox'
import { DAY_MS } from '../../kernel/instants.ts'
import { inputId, noInput, operation, type Performers } from '../operation.ts'
import {
  makeOwnToken,
  renameOwnToken,
  renewOwnToken,
  revokeAllOwnTokens,
  revokeOwnToken,
  type TokenMaker,
} from './own-tokens.service.ts'

export const tokenName = line(1, 80)

const makerOf = ({ account, browser }: Performers['account']): TokenMaker => ({
  accountId: account.id,
  personId: account.personId,
  browserName: browser.name,
})

export const makeToken = operation({
  name: 'tokens.make',
  by: 'account',
  input: Type.Object(
    {
      name: tokenName,
      scopes: someOf(allScopes),
      days: Type.Optional(Type.Integer({ minimum: 1, maximum: 365 })),
    },
    { additionalProperties: false },
  ),
  needsProof: true,
  secret: 'token',
  once: 'by_key',
  run: async (tx, { by, input: { name, scopes, days }, now }) => {
    const expiresAt = days === undefined ? null : now + days * DAY_MS
    const { token } = await makeOwnToken(tx, makerOf(by), { name, scopes, expiresAt }, now)
    return { token }
  },
})

const ofOne = Type.Object({ id: inputId() }, { additionalProperties: false })

/** The old one ends at once, or in a day. */
export const renewToken = operation({
  name: 'tokens.renew',
  by: 'account',
  input: Type.Object({ id: inputId(), keeps_old: Type.Boolean() }, { additionalProperties: false }),
  needsProof: true,
  secret: 'token',
  once: 'by_key',
  run: async (tx, { by, input, now }) => {
    const { token } = await renewOwnToken(tx, makerOf(by), input.id, input.keeps_old, now)
    return { token }
  },
})

export const renameToken = operation({
  name: 'tokens.rename',
  by: 'account',
  input: Type.Object({ id: inputId(), name: tokenName }, { additionalProperties: false }),
  run: (tx, { by, input }) => renameOwnToken(tx, makerOf(by), input.id, input.name),
})

export const revokeToken = operation({
  name: 'tokens.revoke',
  by: 'account',
  input: ofOne,
  once: 'by_key',
  run: (tx, { by, input, now }) => revokeOwnToken(tx, makerOf(by), input.id, now),
})

export const revokeAllTokens = operation({
  name: 'tokens.revoke_all',
  by: 'account',
  input: noInput,
  run: (tx, { by, now }) => revokeAllOwnTokens(tx, makerOf(by), now),
})
