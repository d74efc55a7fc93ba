import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { platform } from './runtime.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a sleep', () => {
  test('ends after its time, and leaves nothing behind', async () => {
    const { signal } = new AbortController()
    const removed = vi.spyOn(signal, 'removeEventListener')
    let isOver = false
    const sleeping = platform.sleep(1000, signal).then(() => {
      isOver = true
    })
    await vi.advanceTimersByTimeAsync(999)
    expect(isOver).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await sleeping
    expect(isOver).toBe(true)
    expect(removed).toHaveBeenCalledTimes(1)
  })

  test('ends with the reason of an abort, during it or before it', async () => {
    const controller = new AbortController()
    const sleeping = platform.sleep(1000, controller.signal)
    controller.abort(new Error('enough'))
    await expect(sleeping).rejects.toThrow('enough')
    await expect(platform.sleep(1000, controller.signal)).rejects.toThrow('enough')
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('a timer', () => {
  test('fires once its time has come, unless it was stopped', async () => {
    const fire = vi.fn<() => void>()
    const stop = platform.startTimer(1000, fire)
    platform.startTimer(2000, fire)
    stop()
    await vi.advanceTimersByTimeAsync(1999)
    expect(fire).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(fire).toHaveBeenCalledTimes(1)
  })

  test('of a time too long for the platform does not fire at once', async () => {
    const fire = vi.fn<() => void>()
    platform.startTimer(Infinity, fire)
    await vi.advanceTimersByTimeAsync(24 * 60 * 60 * 1000)
    expect(fire).not.toHaveBeenCalled()
  })
})
