// Several nodes behind one balancer, on one database: started, stopped one by one, restarted as another release.
import { randomBytes } from 'node:crypto'
import { makeNode, startBalancer } from './balancer.mjs'
import { ownProgram, startNodeProcess } from './node-process.mjs'
import { answerClusterPage } from './page.mjs'

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f']
const PATIENCE_MS = 30_000

/**
 * Gives `{ url, env, nodes, start, stop, takeOut, pidOf, close }`. `start(name, program, args)` gives the lines that the node printed;
 * `stop(name, signal)` gives how its process ended.
 */
export const startCluster = async ({ databaseUrl, count = 3, port = 0, env = {}, program = ownProgram }) => {
  const nodes = NAMES.slice(0, count).map(makeNode)
  const processes = new Map()
  const settings = {}
  const nodeCalled = (name) => {
    const node = nodes.find((one) => one.name === name)
    if (node === undefined) throw new Error(`there is no node ${name}`)
    return node
  }

  const start = async (name, own = program, args = []) => {
    const node = nodeCalled(name)
    if (processes.has(name)) throw new Error(`node ${name} runs already`)
    const started = await startNodeProcess({ program: own, args, env: settings })
    processes.set(name, started)
    node.url = started.url
    await until(() => node.isReady, `node ${name} was not ready in time`)
    return started.greeting
  }

  /** Until no call is under way in it: for a release that closes its port at once. */
  const takeOut = async (name) => {
    const node = nodeCalled(name)
    node.isOut = true
    await until(() => node.underWay === 0, `node ${name} was busy for too long`)
  }

  const stop = async (name, signal = 'SIGTERM') => {
    const node = nodeCalled(name)
    const running = processes.get(name)
    if (running === undefined) throw new Error(`node ${name} does not run`)
    running.kill(signal)
    const ended = await running.ended
    processes.delete(name)
    Object.assign(node, { url: null, isReady: false, isOut: false })
    return ended
  }

  const answerOwn = answerClusterPage({ nodes, pidOf: (name) => processes.get(name)?.pid, start, stop })
  const balancer = await startBalancer({ nodes, port, answerOwn })
  Object.assign(settings, {
    DATABASE_URL: databaseUrl,
    SECRET_KEY: randomBytes(32).toString('base64'),
    PUBLIC_URL: balancer.url,
    TRUST_PROXY: '127.0.0.1',
    ...env,
  })
  return {
    url: balancer.url,
    env: settings,
    nodes,
    start,
    stop,
    takeOut,
    pidOf: (name) => processes.get(name)?.pid,
    close: async () => {
      await Promise.all([...processes.keys()].map((name) => stop(name)))
      await balancer.close()
    },
  }
}

const until = async (isSo, sentence) => {
  const end = Date.now() + PATIENCE_MS
  while (!isSo()) {
    if (Date.now() > end) throw new Error(sentence)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
