// A process beside this one, spoken to by messages.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** `pinned` puts its command line on a core. */
export const startPeer = async (file, pinned = (command) => command) => {
  const [program, ...args] = pinned([process.execPath, fileURLToPath(new URL(file, import.meta.url))])
  const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const [hello] = await once(child, 'message')
  return {
    ...hello,
    pid: child.pid,
    ask: async (question) => {
      child.send(question)
      const [answer] = await once(child, 'message')
      return answer
    },
    next: async (withinMs) => {
      const [answer] = await once(child, 'message', { signal: AbortSignal.timeout(withinMs) })
      return answer
    },
    stop: () => child.disconnect(),
  }
}
