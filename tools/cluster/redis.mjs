// A redis-server of one's own: free port, nothing kept. Undefined where the program is not installed.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'

export const startRedis = async () => {
  const port = await findFreePort()
  const flags = ['--port', port, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', '/tmp']
  const child = spawn('redis-server', flags.map(String), {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const failed = once(child, 'error').then(() => false)
  const ended = once(child, 'exit').then(() => false)
  const ready = new Promise((resolve) => {
    child.stdout.on('data', (text) => String(text).includes('Ready to accept') && resolve(true))
  })
  if (!(await Promise.race([ready, failed, ended]))) return undefined
  return {
    url: `redis://127.0.0.1:${port}`,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

const findFreePort = async () => {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address()
  probe.close()
  await once(probe, 'close')
  return port
}
