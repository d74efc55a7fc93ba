// The operator looks after groups on the command line as it is installed: lists, members, who goes and comes back.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { closeGroup } from '../../packages/server/src/features/privacy/group-deletion.service.ts'
import { engines } from '../support/engine.ts'
import { adminOf, membersSeenBy, newMember, type Acting } from '../support/groups.ts'
import { mailTo } from '../support/mails.ts'
import { useService, type TestGroup } from '../support/service.ts'

// Processes take a second each, and those of several tests run at once.
vi.setConfig({ testTimeout: 90_000 })

const bin = fileURLToPath(new URL('../../bin/challenge-service', import.meta.url))
const execute = promisify(execFile)
const instant = expect.stringMatching(/^\d{4}-.*Z$/) as string

describe.each(engines)('group, on %s', (engine) => {
  const service = useService(engine)
  let group: TestGroup
  let member: Acting & { readonly memberId: string }
  beforeEach(async () => {
    group = await service.group()
    member = await newMember(service, group)
  })

  const run = async (...args: readonly string[]): Promise<string> => {
    const env = { PATH: process.env['PATH'], DATABASE_URL: service.databaseUrl }
    return (await execute(bin, ['group', ...args], { env })).stdout
  }
  const refused = (...args: readonly string[]): Promise<unknown> =>
    run(...args).catch((error: unknown) => error)

  it('a deletion that was interrupted is named by list, and gone on with by delete alone', async () => {
    await service.store.write((tx) => closeGroup(tx, group.id, service.clock.now()))
    expect(await run('list')).toMatch(new RegExp(`^${group.id}  Blue  being deleted since \\d{4}-.*Z$`, 'm'))
    await expect(run('show', group.id)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is being deleted') as string,
    })
    expect(await run('delete', group.id, '--yes')).toContain('deleted Blue')
    expect(await run('list')).not.toContain(group.id)
  })

  it('list names every group, members everyone who is or was in one', async () => {
    const [groups, members] = await Promise.all([run('list', '--json'), run('members', group.id, '--json')])
    const counts = { members: 2, admins: 1, quota: null, deleting_at: null }
    expect((JSON.parse(groups) as { groups: object[] }).groups).toContainEqual({
      id: group.id,
      name: 'Blue',
      ...counts,
      created_at: instant,
    })
    const names = { first_name: 'Mo', last_name: null, role: 'member' }
    expect(JSON.parse(members)).toEqual({
      group_id: group.id,
      members: [
        expect.objectContaining({ email: group.adminEmail, role: 'admin', left_at: null }),
        { id: member.memberId, email: member.email, ...names, joined_at: instant, left_at: null },
      ],
    })
  })

  it('remove ends a membership by address or id, heeded from the next call on; but not of the last admin', async () => {
    expect(await run('remove', group.id, member.email)).toBe(`removed ${member.memberId} from Blue\n`)
    expect((await member.call('GET', '/v1/me')).status).toBe(403)
    const [again, last, members] = await Promise.all([
      refused('remove', group.id, member.memberId),
      refused('remove', group.id, group.adminEmail),
      run('members', group.id),
    ])
    expect(again).toMatchObject({
      code: 1,
      stderr: `error: ${member.memberId} is not a member of Blue: group members shows who is\n`,
    })
    expect(last).toMatchObject({
      code: 1,
      stderr: `error: ${group.adminEmail} is the last admin of Blue; add another first\n`,
    })
    expect(members).toMatch(new RegExp(`${member.memberId}  ${member.email}  Mo  member  left \\d{4}-`))
  })

  it('add brings back someone who had left, and tells them by mail', async () => {
    await member.call('DELETE', `/v1/groups/${group.id}/members/${member.memberId}`)
    const added = await run('add', group.id, '--email', member.email, '--first-name', 'Ben')
    expect(added).toBe(`added member ${member.memberId}\n`)
    expect(await membersSeenBy(adminOf(service, group), group)).toMatchObject([{ first_name: 'Ben' }, {}])
    const { mail } = await mailTo(service, member.email, 'member_added')
    expect(mail.text).toContain('You were added to the group Blue')
  })
})
