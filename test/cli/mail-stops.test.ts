// The operator sees who wants which mails no more and who blocks whom, undoes it, and tells of an address that cannot
// be reached: all on the command line as it is installed.
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { listBlocks } from '../../packages/server/src/features/challenges/link/blocks.store.ts'
import { listStops } from '../../packages/server/src/features/mail-preferences/stops.service.ts'
import { DAY_MS, HOUR_MS, toRfc3339 } from '../../packages/server/src/kernel/instants.ts'
import { commandOf, type Run } from '../support/command.ts'
import { engines } from '../support/engine.ts'
import { mailTo, visit } from '../support/mails.ts'
import { challenge, newChallenge, person, type Person } from '../support/people.ts'
import { useFreshService } from '../support/service.ts'

const nowhere = 'nobody@elsewhere.example'
const [bea, cem, dan, eve, fay] = ['bea', 'cem+games', 'dan', 'eve', 'fay'].map(
  (name) => `${name}@elsewhere.example`,
) as [string, string, string, string, string]

// Processes take a second each, and those of several tests run at once.
vi.setConfig({ testTimeout: 90_000 })

describe.each(engines)('mail, on %s', (engine) => {
  const service = useFreshService(engine, { WRITES_PER_MINUTE: '1000' })
  let run: Run
  let ana: Person
  const at = (): string => toRfc3339(service.clock.now())
  const invite = async (email: string): Promise<void> => {
    const body = { ...newChallenge(ana), opponent_email: email }
    expect((await ana.call('POST', '/v1/challenges', body)).status).toBe(201)
    await service.runDue()
  }
  const press = async (path: string, choice: string): Promise<void> => {
    expect((await visit(service, path, { form: { choice } })).status).toBeLessThan(400)
  }
  const wish = async (email: string, choice: string): Promise<void> =>
    press((await mailTo(service, email, 'invited')).stopPath, choice)
  const stopOf = (email: string, more: object) => ({
    email,
    no_invitations_since: null,
    no_news_since: null,
    daily_news_since: null,
    nothing_since: null,
    stopped_since: null,
    erased_at: null,
    bounced_at: null,
    ...more,
  })

  beforeEach(async () => {
    // A command goes by the time of the machine.
    service.clock.set(new Date().toISOString())
    run = commandOf(service)
    ana = await person(service)
  })

  it('stops says that there is nothing, where nobody has stopped anything', async () => {
    expect(await run('mail', 'stops')).toBe('nobody has stopped mails or blocks anyone\n')
    expect(JSON.parse(await run('mail', 'stops', '--json'))).toEqual({ stops: [], blocks: [], unknown: 0 })
  })

  /** Bea wants no invitations and blocks Ana, Cem wants less, Dan nothing; Eve changed her mind, Fay was erased. */
  const stopSome = async (): Promise<void> => {
    for (const email of [bea, cem, dan, eve, fay]) await invite(email)
    await wish(bea, 'no_invitations')
    await press((await mailTo(service, bea, 'invited')).answerPath, 'block')
    await wish(cem, 'no_invitations')
    await wish(cem, 'daily_news')
    await wish(dan, 'nothing')
    await wish(eve, 'no_news')
    await wish(eve, 'all_news')
    await service.erase(fay)
  }

  it('stops names each step with its instant, and each block; of the erased it only tells how many', async () => {
    await stopSome()
    const since = at()
    expect(JSON.parse(await run('mail', 'stops', '--json'))).toEqual({
      stops: [
        stopOf(bea, { no_invitations_since: since }),
        stopOf(cem, { no_invitations_since: since, daily_news_since: since }),
        stopOf(dan, { nothing_since: since }),
      ],
      blocks: [{ email: bea, blocked_email: ana.email, blocked_at: since }],
      unknown: 1,
    })
    expect((await run('mail', 'stops')).split('\n')).toEqual([
      `${bea}  no invitations since ${since}`,
      `${cem}  no invitations since ${since}, news once a day since ${since}`,
      `${dan}  nothing at all since ${since}`,
      `${bea}  blocks ${ana.email} since ${since}`,
      '1 stop of addresses that are not known here any more',
      '',
    ])
  })

  it('stops are the same however few addresses are looked at once', async () => {
    await stopSome()
    const all = await listStops(service.store, service.keys)
    expect(all.stops).toHaveLength(3)
    for (const atOnce of [1, 2, 3, 5])
      expect(await listStops(service.store, service.keys, atOnce)).toEqual(all)
  })

  it('allow undoes every stop and block of an address, and says which', async () => {
    await stopSome()
    expect(JSON.parse(await run('mail', 'allow', 'Bea@Elsewhere.example', '--json'))).toEqual({
      email: bea,
      undone: ['no_invitations'],
      unblocked: 1,
    })
    expect(await run('mail', 'allow', cem)).toBe(`undone for ${cem}: no invitations, news once a day\n`)
    expect(await run('mail', 'allow', fay)).toBe(`undone for ${fay}: erased\n`)
    const { stops, unknown } = await listStops(service.store, service.keys)
    expect([stops.map(({ email }) => email), unknown]).toEqual([[dan], 0])
    expect(await listBlocks(service.store)).toEqual([])
  })

  it('allow says of an address that is not known that nothing was stopped, and refuses what is none', async () => {
    expect(await run('mail', 'allow', nowhere)).toBe(`nothing was stopped for ${nowhere}\n`)
    await expect(run('mail', 'allow', 'x')).rejects.toMatchObject({
      code: 1,
      stderr: 'error: "x" is not an e-mail address\n',
    })
  })

  it('bounced refuses an address of which nothing is known, and remembers nothing of it', async () => {
    await expect(run('mail', 'bounced', nowhere)).rejects.toMatchObject({
      code: 1,
      stderr: `error: nothing is known of ${nowhere}\n`,
    })
    expect((await listStops(service.store, service.keys)).unknown).toBe(0)
  })

  it('bounced takes the notice of a proposal back, so that it lapses instead of settling by silence', async () => {
    const ben = await person(service)
    const cleo = await person(service)
    const [withBen, withCleo] = [await challenge(ana, ben), await challenge(ana, cleo)]
    await ben.act(withBen, 'accept')
    await cleo.act(withCleo, 'accept')
    service.clock.advance(HOUR_MS)
    for (const one of [withBen, withCleo]) await ana.act(one, 'resolve', { outcome: 'creator_won' })
    await service.runDue()

    expect(JSON.parse(await run('mail', 'bounced', ben.email, '--json'))).toEqual({
      email: ben.email,
      taken_back: 1,
    })
    expect(await run('mail', 'bounced', ben.email)).toBe(
      `${ben.email} gets no more mails until you allow them; the notice of a proposal was taken back in 0 challenges\n`,
    )
    service.clock.advance(3 * DAY_MS)
    await service.runDue()
    expect(await ana.get(withBen)).toMatchObject({ status: 'active', proposal: null, resolution: null })
    expect(await ana.get(withCleo)).toMatchObject({
      status: 'resolved',
      resolution: { settled_by: 'silence' },
    })
    expect(await run('mail', 'stops')).toContain(`${ben.email}  bounced since `)
    expect(await run('mail', 'allow', ben.email)).toBe(`undone for ${ben.email}: bounced\n`)
  })
})
