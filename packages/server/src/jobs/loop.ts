// The one loop behind everything that happens by itself: runs a task, waits, runs it again; one run at a
// time; a failing run is logged and changes nothing about the next.
import type { Outage } from '../store/health/outage.ts'

export interface Loop {
  /** Waits for the run in progress; starts no other. */
  stop(): Promise<void>
}

export const startLoop = (name: string, everyMs: number, outage: Outage, task: () => Promise<void>): Loop => {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let stopped = false

  const schedule = (): void => {
    if (stopped) return
    timer = setTimeout(() => {
      running = run().finally(schedule)
    }, everyMs)
    timer.unref()
  }
  const run = async (): Promise<void> => {
    try {
      await task()
    } catch (error) {
      outage.tell(error, { job: name }, 'a job failed; it will run again')
    }
  }

  schedule()
  return {
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
