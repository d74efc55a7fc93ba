// What the commands of accounts do, but for those that write events (account-plan.ts).
import { changeAccountQuota, createAccount, renameAccount } from '../../features/access/access.service.ts'
import type { Account } from '../../features/access/accounts.store.ts'
import { readAddress } from '../../features/access/operator-input.ts'
import { listAccounts, type ListedAccount } from '../../features/access/operator.store.ts'
import { getAccountOverview, type AccountOverview } from '../../features/privacy/overview.service.ts'
import { toRfc3339 } from '../../kernel/instants.ts'
import { say, withNewStore, withStore } from '../context.ts'
import { showCount } from '../count.ts'
import { UsageError } from '../usage-error.ts'
import type {
  CommonOptions,
  CreateAccountOptions,
  ListAccountsOptions,
  RenameAccountOptions,
} from '../options.ts'

export const createOne = async (options: CreateAccountOptions): Promise<void> => {
  const made = await withNewStore(options, (store, now) =>
    store.write((tx) => createAccount(tx, options, now)),
  )
  say(options, view(made), [`made account ${made.id} for ${made.email} on the ${made.plan} plan`])
}

export const list = async (options: ListAccountsOptions): Promise<void> => {
  const { plan, limit } = options
  const after = options.after === undefined ? '' : readAddress(options.after)
  // One more than is shown tells whether there are more.
  const found = await withStore(options, (store) => listAccounts(store, { plan, after, limit: limit + 1 }))
  const accounts = found.slice(0, limit)
  const next = found.length > limit ? accounts.at(-1)?.email : undefined
  say(options, { accounts: accounts.map(viewListed), next_after: next ?? null }, [
    ...(accounts.length === 0 ? ['no accounts'] : accounts.map(describe)),
    ...(next === undefined ? [] : [`(there are more: --after ${next})`]),
  ])
}

export const show = async (address: string, options: CommonOptions): Promise<void> => {
  const overview = await withStore(options, (store, now) => getAccountOverview(store, address, now))
  const { account, email, tokens, webhooks, challenges, groups, record } = overview
  say(options, viewOverview(overview), [
    `${account.id}  ${email}`,
    `name        ${[account.first_name, account.last_name ?? ''].join(' ').trim()}`,
    `plan        ${account.plan}`,
    `quota       ${account.quota ?? 'the usual one (ACCOUNT_QUOTA)'}`,
    `made        ${toRfc3339(account.created_at)}`,
    `tokens      ${tokens}`,
    `webhooks    ${webhooks}`,
    `challenges  ${challenges.open} open, ${challenges.closed} closed`,
    `record      ${record?.won ?? 0} won, ${record?.lost ?? 0} lost, ${record?.drawn ?? 0} drawn`,
    `groups      ${groups.length === 0 ? 'none' : groups.map(({ id, name, role }) => `${name} (${id}, ${role})`).join(', ')}`,
  ])
}

export const rename = async (address: string, options: RenameAccountOptions): Promise<void> => {
  const { firstName, lastName } = options
  if (firstName === undefined && lastName === undefined) {
    throw new UsageError('give --first-name or --last-name')
  }
  const overview = await withStore(options, async (store, now) => {
    await store.write((tx) => renameAccount(tx, address, { firstName, lastName }))
    return getAccountOverview(store, address, now)
  })
  const { first_name, last_name } = overview.account
  say(options, viewOverview(overview), [
    `${overview.email} is called ${[first_name, last_name ?? ''].join(' ').trim()}`,
  ])
}

export const setQuota = async (address: string, quota: number, options: CommonOptions): Promise<void> => {
  const changed = await withStore(options, (store) =>
    store.write((tx) => changeAccountQuota(tx, address, quota)),
  )
  say(options, view(changed), [`${changed.email} may create ${showCount(quota, 'thing')} a month`])
}

const view = ({ id, email, plan, quota }: Account) => ({
  id,
  email,
  plan,
  ...(quota === null ? {} : { quota }),
})

const viewListed = (account: ListedAccount) => ({
  id: account.id,
  email: account.email,
  first_name: account.first_name,
  last_name: account.last_name,
  plan: account.plan,
  quota: account.quota,
  created_at: toRfc3339(account.created_at),
})

const describe = ({ id, email, first_name, plan }: ListedAccount): string =>
  [id, email, first_name, plan].join('  ')

const viewOverview = ({ account, email, tokens, webhooks, challenges, groups, record }: AccountOverview) => ({
  ...viewListed({ ...account, email }),
  tokens,
  webhooks,
  challenges,
  record: {
    won: record?.won ?? 0,
    lost: record?.lost ?? 0,
    drawn: record?.drawn ?? 0,
    void: record?.void ?? 0,
  },
  groups: groups.map(({ id, name, role }) => ({ id, name, role })),
})
