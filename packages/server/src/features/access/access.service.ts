// What the operator does with accounts, groups and tokens. Each function works in the transaction it is given.
import type { Plan } from '@challenge-service/contract'
import { trimmed } from '@challenge-service/contract/plain'
import { newId, type GroupId, type MemberId, type TokenId, type UncheckedId } from '../../kernel/ids.ts'
import { DAY_MS } from '../../kernel/instants.ts'
import { hashToken, mintToken, startOfToken } from '../../kernel/token.ts'
import type { Reader, Tx } from '../../store/store.ts'
import {
  ensurePerson,
  findAccountByEmail,
  findLaterAddress,
  insertAccount,
  setAccountPlan,
  setAccountQuota,
  setFirstName,
  setLastName,
  type Account,
} from './accounts.store.ts'
import { findGroup, insertGroup, lockGroup, setGroupName, setGroupQuota, type Group } from './groups.store.ts'
import { joinGroup } from './memberships.store.ts'
import {
  readAddress,
  readFirstName,
  readGroupName,
  readLastName,
  readScopes,
  readTokenName,
} from './operator-input.ts'
import { OperatorError } from '../../kernel/operator-error.ts'
import { insertToken, revokeToken, type NewToken, type TokenOwner, type TokenRow } from './tokens.store.ts'

export interface PersonInput {
  readonly email: string
  readonly firstName: string
  readonly lastName?: string | undefined
}

export const readNames = ({ firstName, lastName }: PersonInput) => ({
  firstName: readFirstName(firstName),
  lastName: lastName === undefined ? null : readLastName(lastName),
})

export const createAccount = async (
  tx: Tx,
  input: PersonInput & { readonly plan: Plan },
  now: number,
): Promise<Account> => {
  const email = readAddress(input.email)
  const names = readNames(input)
  const id = newId('account', now)
  const personId = await ensurePerson(tx, email, now)
  const isNew = await insertAccount(tx, { id, personId, ...names, plan: input.plan, createdAt: now })
  if (!isNew) throw new OperatorError(`there is an account for ${email} already`)
  return { id, email, plan: input.plan, quota: null }
}

export const getAccount = async (reader: Reader, email: string): Promise<Account> => {
  const address = readAddress(email)
  const account = await findAccountByEmail(reader, address)
  if (!account) {
    throw (
      (await explainEarlierAddress(reader, address)) ??
      new OperatorError(`there is no account for ${address}: account list shows those that there are`)
    )
  }
  return account
}

/** Says where to go on with an address that an account had before; undefined for any other. */
export const explainEarlierAddress = async (
  reader: Reader,
  address: string,
): Promise<OperatorError | undefined> => {
  const later = await findLaterAddress(reader, address)
  return later === undefined
    ? undefined
    : new OperatorError(`${address} is an earlier address of the account of ${later}: name that one`)
}

export const changePlan = async (tx: Tx, email: string, plan: Plan): Promise<Account> => {
  const account = await getAccount(tx, email)
  await setAccountPlan(tx, account.id, plan)
  return { ...account, plan }
}

export const changeAccountQuota = async (tx: Tx, email: string, quota: number): Promise<Account> => {
  const account = await getAccount(tx, email)
  await setAccountQuota(tx, account.id, quota)
  return { ...account, quota }
}

export interface NewNames {
  readonly firstName?: string | undefined
  /** Empty for none. */
  readonly lastName?: string | undefined
}

/** What is not given stays. Challenges keep the name that they were made with. */
export const renameAccount = async (tx: Tx, email: string, names: NewNames): Promise<Account> => {
  const account = await getAccount(tx, email)
  const { firstName, lastName } = names
  if (firstName !== undefined) await setFirstName(tx, account.id, readFirstName(firstName))
  if (lastName !== undefined) {
    await setLastName(tx, account.id, trimmed(lastName) === '' ? null : readLastName(lastName))
  }
  return account
}

/** One that is being deleted is refused: only `group delete` can still do something with it. */
export const getGroup = async (reader: Reader, id: UncheckedId<'group'>): Promise<Group> =>
  requireKept(await findGroup(reader, id), id)

/** The same, and nobody deletes it until the commit. */
export const getLockedGroup = async (tx: Tx, id: UncheckedId<'group'>): Promise<Group> =>
  requireKept(await lockGroup(tx, id), id)

/** For whatever finds a group in its own way. */
export const requireKept = <G extends Pick<Group, 'name' | 'deleting_at'>>(
  group: G | undefined,
  id: UncheckedId<'group'>,
): G => {
  if (!group) throw unknownGroup(id)
  if (group.deleting_at !== null) {
    throw new OperatorError(
      `${group.name} (${id}) is being deleted: the service goes on with it while it runs, and so does group delete`,
    )
  }
  return group
}

export const unknownGroup = (id: UncheckedId<'group'>): OperatorError =>
  new OperatorError(`there is no group ${JSON.stringify(id)}: group list shows those that there are`)

/** A group starts with one admin, who needs no account. */
export const createGroup = async (
  tx: Tx,
  input: { readonly name: string; readonly admin: PersonInput },
  now: number,
): Promise<{ readonly id: GroupId; readonly name: string; readonly adminMemberId: MemberId }> => {
  const name = readGroupName(input.name)
  const id = newId('group', now)
  const email = readAddress(input.admin.email)
  const names = readNames(input.admin)
  await insertGroup(tx, id, name, now)
  const personId = await ensurePerson(tx, email, now)
  const admin = {
    id: newId('member', now),
    groupId: id,
    personId,
    email,
    ...names,
    role: 'admin',
    joinedAt: now,
  } as const
  await joinGroup(tx, admin, 'operator')
  return { id, name, adminMemberId: admin.id }
}

/** Its challenges show the new name from the next read on. */
export const renameGroup = async (tx: Tx, id: UncheckedId<'group'>, newName: string): Promise<Group> => {
  const name = readGroupName(newName)
  const group = await getGroup(tx, id)
  await setGroupName(tx, group.id, name)
  return { ...group, name }
}

export const changeGroupQuota = async (tx: Tx, id: UncheckedId<'group'>, quota: number): Promise<Group> => {
  const group = await getGroup(tx, id)
  await setGroupQuota(tx, group.id, quota)
  return { ...group, quota }
}

export interface MintedToken {
  readonly id: TokenId
  readonly token: string
  /** How it begins. */
  readonly start: string
}

/** What was checked already becomes a token. */
export const mintFor = async (
  tx: Tx,
  made: Pick<NewToken, 'owner' | 'name' | 'scopes' | 'expiresAt'>,
  now: number,
): Promise<MintedToken> => {
  const token = mintToken(made.owner.kind)
  const id = newId('token', now)
  const start = startOfToken(token)
  await insertToken(tx, { ...made, id, hash: hashToken(token), start, createdAt: now })
  return { id, token, start }
}

export interface TokenInput {
  readonly owner: TokenOwner
  readonly scopes: string
  readonly name?: string | undefined
  readonly expiresInDays?: number | undefined
}

/** The one moment at which the text of a token is known. */
export const createToken = async (
  tx: Tx,
  input: TokenInput,
  now: number,
): Promise<{ readonly id: TokenId; readonly token: string; readonly scopes: readonly string[] }> => {
  const scopes = readScopes(input.scopes)
  const name = input.name === undefined ? null : readTokenName(input.name)
  const expiresAt = input.expiresInDays === undefined ? null : now + input.expiresInDays * DAY_MS
  const { id, token } = await mintFor(tx, { owner: input.owner, name, scopes, expiresAt }, now)
  return { id, token, scopes }
}

export const endToken = async (tx: Tx, id: UncheckedId<'token'>, now: number): Promise<TokenRow> => {
  const token = await revokeToken(tx, id, now)
  if (!token)
    throw new OperatorError(
      `there is no token ${JSON.stringify(id)}: token list shows those of an account or group`,
    )
  return token
}
