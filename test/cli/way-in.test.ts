// The ways into the site that the command line shows.
import { describe, expect, it, vi } from 'vitest'
import { createStorage, engines, type Engine } from '../support/engine.ts'
import {
  guardCommands,
  objectOf,
  refusalOf,
  run,
  serve,
  settingsFor,
  textOf,
  type Variables,
} from './program.ts'

// Processes take a second each, and those of several tests run at once.
vi.setConfig({ testTimeout: 90_000 })
guardCommands()

describe.concurrent.each(engines)('the way into the site, on %s', (engine: Engine) => {
  const openLink = async (url: string): Promise<string> => {
    const page = await fetch(url)
    expect(page.status).toBe(200)
    return page.text()
  }

  it('is told while there is no account: in the log, by two commands that work', async ({
    onTestFinished,
  }) => {
    const empty = await createStorage(engine)
    onTestFinished(() => empty.remove())
    const settings = settingsFor(empty.url)
    // The log is written a little after what is printed, so it is read once all of it is there.
    const { stdout: told } = await (await serve([], settings)).stop()
    const [, commands = ''] = /signs in to it: ([^"]+)"/.exec(told) ?? []
    const [make = [], link = [], ...more] = commands.split('; ').map((line) => line.split(' ').slice(1))
    expect(more).toEqual([])
    textOf(await run(make, settings))
    const later = await serve([], settings)
    const url = { ...settings, PUBLIC_URL: later.url }
    const { url: printed } = objectOf(await run([...link, '--json'], url)) as { readonly url: string }
    expect(await openLink(printed)).toContain('you@example.com')
    expect(textOf(await later.stop())).not.toContain('there is no account')
  })

  it('is a link for each person of the demonstration, at every start', async ({ onTestFinished }) => {
    const empty = await createStorage(engine)
    onTestFinished(() => empty.remove())
    const settings = settingsFor(empty.url)
    for (const start of ['first', 'second']) {
      const service = await serve(['--demo'], settings)
      const links = [...service.greeting.matchAll(/http:\S+\/sign-in\/\S+/g)].map(([link]) => link)
      expect([start, links.length]).toEqual([start, 2])
      expect(await openLink(links[0] ?? '')).toContain('ana@demo.example')
      expect(await openLink(links[1] ?? '')).toContain('ben@demo.example')
      await service.stop()
    }
  })

  it('is no link where there is no site, or for an address that may open no account', async ({
    onTestFinished,
  }) => {
    const empty = await createStorage(engine)
    onTestFinished(() => empty.remove())
    const settings = settingsFor(empty.url)
    textOf(await run(['account', 'create', '--email', 'ana@x.example', '--first-name', 'Ana'], settings))
    const linkFor = (address: string, more: Variables) =>
      run(['account', 'link', address], { ...settings, ...more })
    expect(refusalOf(await linkFor('ana@x.example', { SITE: 'off' }))).toContain('SITE is off')
    for (const SIGN_UP of ['invited', 'closed']) {
      expect(refusalOf(await linkFor('zoe@x.example', { SIGN_UP }))).toContain('may not open one')
    }
    const open = { SIGN_UP: 'open' }
    expect(textOf(await linkFor('zoe@x.example', { ...open, PORT: '3000' }))).toMatch(
      /^http:\/\/127\.0\.0\.1:3000\/sign-in\//,
    )
    // Beside what is printed, so that a script reads the link alone.
    expect(await linkFor('zoe@x.example', open)).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^http:\/\/127\.0\.0\.1:8080\/sign-in\/\S+\n$/) as string,
      stderr:
        'note: this link is for port 8080; where the service listens elsewhere, set PUBLIC_URL, or PORT as serve has it\n',
    })
  })
})
