// What `group delete` does.
import { getGroupOverview, type GroupOverview } from '../../features/privacy/overview.service.ts'
import { confirm } from '../confirm.ts'
import { say, withStore } from '../context.ts'
import { showCount } from '../count.ts'
import { progressBar } from '../progress.ts'
import type { ConfirmOptions } from '../options.ts'

export const deleteOne = async (groupId: string, options: ConfirmOptions): Promise<void> => {
  const bar = progressBar('deleting', options)
  const { id, name, open, closed } = await withStore(options, async (store, now, clock) => {
    const overview = await getGroupOverview(store, groupId, now)
    await confirm(options, describePlan(overview))
    // Loaded once the answer is yes: it brings the schemas along, and the question need not wait for them.
    const { closeGroup, deleteSome } = await import('../../features/privacy/group-deletion.service.ts')
    await store.write((tx) => closeGroup(tx, overview.id, clock.now()))
    const total = overview.open + overview.closed
    for (let done = 0, isOver = false; !isOver;) {
      const deleting = await store.write((tx) => deleteSome(tx, overview.id, clock.now()))
      done += deleting.challenges
      isOver = deleting.isOver
      bar.show(done, total)
    }
    return overview
  })
  bar.clear()
  say(options, { id, name, deleted: true, challenges: { cancelled: open, kept: open + closed } }, [
    `deleted ${name}; its challenges are private now (${open} cancelled, ${closed} closed before)`,
  ])
}

const describePlan = ({
  id,
  name,
  member_count,
  tokens,
  webhooks,
  open,
  closed,
  deleting_at,
}: GroupOverview): readonly string[] =>
  deleting_at === null
    ? [
        `Deleting ${name} (${id}):`,
        `  ends        ${showCount(member_count, 'membership')}, ${showCount(tokens, 'token')} and ${showCount(webhooks, 'webhook')}`,
        `  challenges  ${open} open, which are cancelled; ${closed} closed; all stay with their parties as private ones`,
        '  the feed and the statistics of the group are removed',
      ]
    : [`The deletion of ${name} (${id}) has begun. This goes on with it.`]
