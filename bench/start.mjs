// How soon a service is ready on a database that is there already, and how much memory it takes under load.
import { setTimeout as pause } from 'node:timers/promises'
import { prepareLoad, runLoad, sampleAnswer } from './load.mjs'
import { anonymousMib } from './machine.mjs'
import { spread } from './report.mjs'

const LOOK_MS = 100

/** Gives for each of `targets` (`{ engine, variant, case, service, requestsTo }`) the time and the memory. */
export const measureStart = async (targets, { rounds, seconds, connections, say }) => {
  const measured = []
  for (const { engine, variant, service, requestsTo, case: one } of targets) {
    const load = prepareLoad(await requestsTo(service.url))
    const found = []
    try {
      for (let round = 1; round <= rounds; round += 1) {
        const readySeconds = await timeStart(service)
        const mib = await watchMemory(service, () =>
          runLoad(service.url, load, { connections, seconds, status: one.status }),
        )
        found.push({ readySeconds, mib })
        say(`round ${round} of ${rounds}: ${one.name}, ${variant}: ${readySeconds.toFixed(2)} s, ${mib} MiB`)
      }
    } finally {
      load.remove()
    }
    const ready_seconds = spread(
      found.map(({ readySeconds }) => readySeconds),
      2,
    )
    const anonymous_mib = spread(
      found.map(({ mib }) => mib),
      0,
    )
    measured.push({ engine, variant, title: one.title, ready_seconds, anonymous_mib })
  }
  return measured
}

const timeStart = async (service) => {
  await service.stop()
  const startedAt = performance.now()
  await service.restart()
  while ((await sampleAnswer(service.url, { method: 'GET', path: '/readyz' })).status !== 200) await pause(10)
  return (performance.now() - startedAt) / 1000
}

/** The most that a process has while the body runs. */
const watchMemory = async ({ pid }, body) => {
  let most = anonymousMib(pid)
  const watch = setInterval(() => {
    most = Math.max(most, anonymousMib(pid))
  }, LOOK_MS)
  try {
    await body()
    return most
  } finally {
    clearInterval(watch)
  }
}

export const linesOfStart = (measured) =>
  measured.map(({ engine, variant, title, ready_seconds: ready, anonymous_mib: memory }) => {
    const range = ({ median, min, max }) => `${median} (${min}–${max})`
    return `${title} on ${engine} (${variant}): ready after ${range(ready)} s, and under load at most ${range(memory)} MiB of anonymous memory`
  })
