// README.md: its first call is made to the demonstration.
import { expect, it, onTestFinished } from 'vitest'
import { requirement } from '../support/requirements.ts'
import { nameBlock } from './blocks.ts'
import { takeBlocks } from './runners.ts'
import { makeClone, runBlock, startServing } from './shell.ts'
import { findDifferences } from './shown.ts'

it.skipIf(requirement('curl') === undefined)(
  'the first call gets the response that is shown, and makes nothing when it is sent again',
  async () => {
    const clone = makeClone()
    onTestFinished(() => clone.remove())
    const cwd = clone.folder
    const service = await startServing('bin/challenge-service serve --demo', { cwd })
    onTestFinished(() => service.stop())
    const [, ana = ''] = /Bearer (cs_acc_\w+)/.exec(service.printed) ?? []

    const [create, created, ...more] = takeBlocks('first call')
    if (!create || !created) throw new Error('the README shows no call, or no response')
    expect(more.map(nameBlock)).toEqual([])
    const asAna = create.code.replace(/cs_acc_\w+…/, ana)
    const run = async () =>
      JSON.parse(await runBlock(asAna, { cwd, url: service.url })) as {
        readonly data: { readonly id: string }
      }
    const given = await run()
    expect(findDifferences(JSON.parse(created.code), given)).toEqual([])
    expect((await run()).data.id).toBe(given.data.id)
  },
  60_000,
)
