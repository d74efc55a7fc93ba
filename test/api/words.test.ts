// How errors are worded: fields as the caller wrote them, what was probably meant, whole sentences.
import { describe, expect, it } from 'vitest'
import { challenge, newChallenge, usePerson } from '../support/people.ts'
import { useService } from '../support/service.ts'

const ENTRY = `tly_${'0'.repeat(26)}`

describe('an error', () => {
  const service = useService('sqlite', { WRITES_PER_MINUTE: '1000' })
  const ana = usePerson(service)
  const bo = usePerson(service)

  const refusal = async (method: string, path: string, body?: unknown) =>
    (await ana.call(method, path, body)).body.error

  it('names a member of a list by its place, and a list in a query by its name', async () => {
    const { id } = await challenge(ana, bo)
    const review = await refusal('POST', `/v1/challenges/${id}/tally/review`, { entry_ids: [ENTRY, 7] })
    expect(review?.fields?.map(({ field }) => field)).toEqual(['entry_ids[1]'])
    const list = await refusal('GET', '/v1/challenges?status=active,actve')
    expect(list?.fields?.map(({ field }) => field)).toEqual(['status'])
    expect(list?.message).toMatch(/; did you mean active\?$/)
  })

  it('says what was probably meant', async () => {
    const { stake: _, ...rest } = newChallenge(bo)
    const made = await refusal('POST', '/v1/challenges', { ...rest, stke: 'a coffee' })
    expect(made?.message).toBe('stke is not known here; did you mean stake? stake is required.')
    expect((await refusal('GET', '/v1/challenges?limt=3'))?.message).toBe(
      'limt is not known here; did you mean limit?',
    )
    const { id } = await challenge(ana, bo)
    expect(
      (await refusal('POST', `/v1/challenges/${id}/resolve`, { outcome: 'creator_win' }))?.message,
    ).toMatch(/; did you mean creator_won\?$/)
  })

  it('guesses nothing where nothing is near, or the member is there already', async () => {
    const made = await refusal('POST', '/v1/challenges', { ...newChallenge(bo), colour: 'red', clam: 'x' })
    expect(made?.message).toBe('colour is not known here. clam is not known here.')
  })

  it('tells of a + that a query took for a space', async () => {
    const plus = await refusal('GET', '/v1/me?user_email=ana+tag@test.example')
    expect(plus?.message).toBe('user_email must be an e-mail address; in a query a + must be written as %2B.')
    const other = await refusal('GET', '/v1/me?user_email=ana%20tag@test.example')
    expect(other?.message).toBe('user_email must be an e-mail address.')
  })

  it('says who may do what the caller may not', async () => {
    const made = await challenge(ana, bo)
    const message = (await refusal('POST', `/v1/challenges/${made.id}/accept`, {}))?.message
    expect(message).toBe('Only the opponent can do this.')
  })
})
