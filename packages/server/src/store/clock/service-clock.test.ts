// Guards the clock of a process over clocks in the test's hand: when it measures, what it then says, and what is told.
import { describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../kernel/instants.ts'
import { followServer, followWall, holdClock } from './service-clock.ts'

const START = Date.parse('2026-11-15T12:00:00.000Z')

/** The clocks of a machine and of a server, and what was told. */
const makeHand = () => {
  const hand = { wall: START, monotonic: 500, server: START, asked: 0, isAway: false, told: [] as string[] }
  return {
    hand,
    pass: (ms: number): void => {
      hand.wall += ms
      hand.monotonic += ms
      hand.server += ms
    },
    parts: {
      machine: { now: () => hand.wall, monotonic: () => hand.monotonic },
      tell: (level: string, sentence: string) => hand.told.push(`${level}: ${sentence}`),
    },
    readServer: async () => {
      hand.asked += 1
      if (hand.isAway) throw new Error('away')
      return hand.server
    },
  }
}

describe('with a server', () => {
  it('the time is the server’s from the start, whatever the machine says', async () => {
    const { hand, pass, parts, readServer } = makeHand()
    hand.wall += 26 * HOUR_MS
    const clock = await followServer(readServer, parts)
    expect(clock.now()).toBe(START)
    expect(clock.skewMs()).toBe(26 * HOUR_MS)
    pass(1_000)
    expect(clock.now()).toBe(START + 1_000)
    hand.wall -= 26 * HOUR_MS
    expect(clock.now()).toBe(START + 1_000)
    expect(hand.asked).toBe(5)
  })

  it('the time is measured again after a minute, with five questions', async () => {
    const { hand, pass, parts, readServer } = makeHand()
    const clock = await followServer(readServer, parts)
    pass(MINUTE_MS - 1)
    await clock.keep()
    expect(hand.asked).toBe(5)
    pass(1)
    // Its monotonic time is a little slow.
    hand.server += 20
    await clock.keep()
    expect(hand.asked).toBe(10)
    expect(clock.now()).toBe(hand.server)
  })

  it('the time is measured at once when the machine was suspended', async () => {
    const { hand, pass, parts, readServer } = makeHand()
    const clock = await followServer(readServer, parts)
    pass(10_000)
    hand.wall += 2 * HOUR_MS
    hand.server += 2 * HOUR_MS
    await clock.keep()
    expect(clock.now()).toBe(hand.server)
    expect(clock.skewMs()).toBe(0)
  })

  it('the time is unknown after three minutes without a measurement, and known with the next', async () => {
    const { hand, pass, parts, readServer } = makeHand()
    const clock = await followServer(readServer, parts)
    hand.isAway = true
    for (const minute of [1, 2, 3]) {
      expect(clock.isMeasured()).toBe(true)
      pass(MINUTE_MS)
      await expect(clock.keep(), `minute ${minute}`).rejects.toThrow('away')
    }
    expect(clock.isMeasured()).toBe(false)
    expect(clock.now()).toBe(START + 3 * MINUTE_MS)
    hand.isAway = false
    await clock.keep()
    expect(clock.isMeasured()).toBe(true)
  })

  it('no clock is opened where the server cannot be asked', async () => {
    const { hand, parts, readServer } = makeHand()
    hand.isAway = true
    await expect(followServer(readServer, parts)).rejects.toThrow('away')
  })

  it('a machine that is off by more than 5 s is reported once, and once when that is over', async () => {
    const { hand, parts, readServer } = makeHand()
    const clock = await followServer(readServer, parts)
    for (const ahead of [5_000, 5_001, 4_500, -45_000, 4_000, 0]) {
      hand.wall = START + ahead
      await clock.keep()
    }
    expect(hand.told).toEqual([
      expect.stringMatching(/^warn: the clock of this machine is 5 seconds ahead of the database server: /),
      'info: the clock of this machine agrees with the database server again',
    ])
  })

  it('a machine that is off at the start is reported then', async () => {
    const { hand, parts, readServer } = makeHand()
    hand.wall -= 45_000
    const clock = await followServer(readServer, parts)
    await clock.keep()
    expect(hand.told).toEqual([
      expect.stringMatching(/^warn: the clock of this machine is 45 seconds behind the database server: /),
    ])
  })
})

describe('with a file', () => {
  it.each([2 * HOUR_MS, -2 * HOUR_MS])(
    'a wall clock that jumps by %d ms moves nothing until it has run steadily for ten minutes',
    async (jump) => {
      const { hand, pass, parts } = makeHand()
      const clock = await followWall(parts)
      hand.wall += jump
      for (let seconds = 0; seconds < 600; seconds += 5) {
        await clock.keep()
        expect(clock.now()).toBe(START + seconds * 1_000)
        expect(clock.skewMs()).toBe(jump)
        pass(5_000)
      }
      await clock.keep()
      expect(clock.now()).toBe(hand.wall)
      expect(clock.skewMs()).toBe(0)
      expect(clock.isMeasured()).toBe(true)
      expect(hand.told).toEqual([
        expect.stringMatching(
          /^warn: the clock of this machine is 7200 seconds (ahead of|behind) the service: /,
        ),
        `warn: the service now goes by the clock of this machine again: its time moved by ${jump / 1_000} seconds`,
        'info: the clock of this machine agrees with the service again',
      ])
    },
  )

  it('a wall clock that is 30 s off is reported and left alone', async () => {
    const { hand, pass, parts } = makeHand()
    const clock = await followWall(parts)
    hand.wall += 30_000
    await clock.keep()
    pass(HOUR_MS)
    await clock.keep()
    expect(clock.now()).toBe(START + HOUR_MS)
    expect(hand.told).toHaveLength(1)
  })
})

describe('with a file that was written last', () => {
  it('within a day, a clock is believed', async () => {
    const { hand, parts } = makeHand()
    const clock = await followWall(parts)
    clock.doubt(START - 24 * HOUR_MS)
    expect([clock.isBelieved(), hand.told]).toEqual([true, []])
  })

  it('longer ago, a clock is believed once it has run steadily for ten minutes, and a jump starts the time over', async () => {
    const { hand, pass, parts } = makeHand()
    const clock = await followWall(parts)
    clock.doubt(START - 24 * HOUR_MS - 1)
    expect(hand.told).toEqual([expect.stringMatching(/^warn: .* 24 hours ahead of what was written last: /)])
    pass(9 * MINUTE_MS)
    hand.wall -= 2_000
    await clock.keep()
    pass(10 * MINUTE_MS - 1)
    await clock.keep()
    expect(clock.isBelieved()).toBe(false)
    pass(1)
    await clock.keep()
    expect([clock.isBelieved(), hand.told.length]).toEqual([true, 2])
  })
})

it('a clock that others hold is what they say, and measures nothing', async () => {
  const { parts } = makeHand()
  const clock = holdClock(parts.machine)
  await clock.keep()
  expect([clock.now(), clock.monotonic(), clock.skewMs(), clock.isMeasured()]).toEqual([START, 500, 0, true])
})
