// The operator reads mails on the command line as it is installed: what they are, what became of them, and the
// links in them, which work.
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { commandOf } from '../support/command.ts'
import { engines } from '../support/engine.ts'
import { PUBLIC_URL, visit } from '../support/mails.ts'
import { newChallenge, person } from '../support/people.ts'
import { useService } from '../support/service.ts'

// Processes take a second each, and those of several tests run at once.
vi.setConfig({ testTimeout: 90_000 })

interface ListedMail {
  readonly id: string
  readonly to: string
}

describe.each(engines)('mail, on %s', (engine) => {
  const service = useService(engine)
  const email = 'bea@elsewhere.example'
  beforeAll(async () => {
    const ana = await person(service)
    await ana.call('POST', '/v1/challenges', { ...newChallenge(ana), opponent_email: email })
    await service.runDue()
  })

  const run = (...args: readonly string[]): Promise<string> => commandOf(service)('mail', ...args)
  const list = async () => (JSON.parse(await run('list', '--json')) as { mails: ListedMail[] }).mails

  it('list names each mail, its receiver and what became of it, for people and for programs', async () => {
    const mails = await list()
    expect(mails).toEqual([
      {
        id: expect.stringMatching(/^mail_/) as string,
        to: email,
        kind: 'invited',
        sort: 'unasked',
        went_with: null,
        subject: 'Pat challenges you',
        status: 'kept',
        reason: null,
        tries: 1,
        challenge_id: expect.stringMatching(/^ch_/) as string,
        created_at: '2026-11-15T12:00:00.000Z',
        settled_at: '2026-11-15T12:00:00.000Z',
      },
    ])
    expect(await run('list')).toContain(`kept  ${email}  Pat challenges you`)
  })

  it('show gives the mail with links that work', async () => {
    const [mail] = await list()
    const shown = JSON.parse(await run('show', mail?.id ?? '', '--json')) as { text: string; html: string }
    const path = new RegExp(`${PUBLIC_URL}(/a/\\S+)`).exec(shown.text)?.[1] ?? ''
    expect((await visit(service, path)).status).toBe(200)
    expect(shown.html).toContain(path)
    expect(await run('show', mail?.id ?? '')).toContain(shown.text)
  })

  it('show refuses an id that no mail has, in one line', async () => {
    await expect(run('show', 'mail_nothing')).rejects.toMatchObject({
      code: 1,
      stderr: 'error: there is no mail "mail_nothing": mail list shows those that are kept\n',
    })
  })
})
