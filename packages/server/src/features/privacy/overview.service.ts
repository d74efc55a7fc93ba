// An account or a group in numbers, for the operator. Nothing is changed.
import type { UncheckedId } from '../../kernel/ids.ts'
import { OperatorError } from '../../kernel/operator-error.ts'
import type { Reader } from '../../store/store.ts'
import { explainEarlierAddress, unknownGroup } from '../access/access.service.ts'
import { readAddress } from '../access/operator-input.ts'
import { listRecordRows } from './export.store.ts'
import {
  ALL,
  countChallenges,
  countOwned,
  findAccountOfAddress,
  findGroupFacts,
  listOwnGroups,
  type ChallengeCounts,
  type GroupFacts,
  type OwnedThings,
} from './overview.store.ts'

export const getAccountOverview = async (reader: Reader, address: string, now: number) => {
  const email = readAddress(address)
  const account = await findAccountOfAddress(reader, email)
  if (!account) {
    throw (
      (await explainEarlierAddress(reader, email)) ??
      new OperatorError(`there is no account for ${email}: account list shows those that there are`)
    )
  }
  const [owned, challenges, groups, records] = await Promise.all([
    countOwned(reader, account.id, now),
    countChallenges(reader, account.person_id, ALL),
    listOwnGroups(reader, account.person_id),
    listRecordRows(reader, account.person_id),
  ])
  return {
    email,
    account,
    ...owned,
    challenges,
    groups,
    record: records.find(({ scope }) => scope === 'all'),
  }
}

export type AccountOverview = Awaited<ReturnType<typeof getAccountOverview>>

export interface GroupOverview extends OwnedThings, ChallengeCounts, GroupFacts {}

/** Also of one that is being deleted. */
export const getGroupOverview = async (
  reader: Reader,
  groupId: UncheckedId<'group'>,
  now: number,
): Promise<GroupOverview> => {
  const group = await findGroupFacts(reader, groupId)
  if (!group) throw unknownGroup(groupId)
  const [owned, challenges] = await Promise.all([
    countOwned(reader, group.id, now),
    countChallenges(reader, group.id, ALL),
  ])
  return { ...group, ...owned, ...challenges }
}
