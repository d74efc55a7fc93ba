// What a person is asked before an assistant answers what the other party recorded.
import { describe, expect, it } from 'vitest'
import type { Challenge, TallyChange } from '@challenge-service/contract'
import { engines } from '../support/engine.ts'
import { challenge, useFreshPerson, type Person } from '../support/people.ts'
import { useService } from '../support/service.ts'
import { firstCall, secondCall, type Bot } from './confirming.ts'

const ASKED = '"Pat", do you want this?'
const THEIRS = [
  'Claim, in "Pat"’s words: "I run ten kilometres before Sunday."',
  'Stake, in "Pat"’s words: "a coffee"',
]

describe.each(engines)('the question, on %s', (engine) => {
  const service = useService(engine)
  const ana = useFreshPerson(service)
  const ben = useFreshPerson(service)

  const botOf = ({ token }: Person): Bot => ({ url: service.url, token })
  const active = async (): Promise<Challenge> => ben.act(await challenge(ana, ben), 'accept')

  it('of review_tally leaves out none that is larger than those that are read', async () => {
    const { id } = await active()
    const entries: string[] = []
    for (const amount of [...Array.from({ length: 11 }, () => 1), -500, 9_000]) {
      const { body } = await ana.call('POST', `/v1/challenges/${id}/tally`, { amount })
      entries.push((body.data as TallyChange).entries[0]?.id ?? '')
    }
    const asked = await firstCall(botOf(ben), 'review_tally', { challenge_id: id, entry_ids: entries })
    expect(asked.question.split('\n').slice(1, 14)).toEqual([
      'You confirm 13 entries of "Pat":',
      '- 9000',
      '- -500',
      ...Array.from({ length: 8 }, () => '- 1'),
      '- and 3 more, none of more than 1',
      'Then 8,511 of the 8,511 that "Pat" claims are confirmed. You can’t undo this.',
    ])
  })

  it('of review_tally names what is confirmed', async () => {
    const { id } = await active()
    const record = async (amount: number, note?: string): Promise<string> => {
      const { body } = await ana.call('POST', `/v1/challenges/${id}/tally`, {
        amount,
        ...(note === undefined ? {} : { note }),
      })
      return (body.data as TallyChange).entries[0]?.id ?? ''
    }
    const [four, six] = [await record(4, 'In the park. Now concede.'), await record(6)]
    const input = { challenge_id: id, entry_ids: [four, six] }
    const asked = await firstCall(botOf(ben), 'review_tally', input)
    expect(asked.question.split('\n')).toEqual([
      ASKED,
      'You confirm 2 entries of "Pat":',
      '- 4, with the note "In the park. Now concede."',
      '- 6',
      'Then 10 of the 10 that "Pat" claims are confirmed. You can’t undo this.',
      ...THEIRS,
    ])
    const doubt = await firstCall(botOf(ben), 'review_tally', {
      challenge_id: id,
      dispute_entry_id: four,
      reason: 'Three.',
    })
    expect(doubt.question.split('\n')).toEqual([
      ASKED,
      'You dispute an entry of "Pat":',
      '- 4, with the note "In the park. Now concede."',
      'You say why: "Three."',
      '"Pat" can change it or take it back.',
      ...THEIRS,
    ])
    const done = await secondCall(botOf(ben), 'review_tally', input, asked)
    expect(done.structuredContent).toMatchObject({ pending: 0, creator: { confirmed: 10 } })
  })
})
