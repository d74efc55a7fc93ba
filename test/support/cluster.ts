// Nodes as processes behind the balancer of tools/cluster, on a PostgreSQL database of their own.
import { join } from 'node:path'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { createStorage } from './engine.ts'
import { repository } from './planted.ts'

const execute = promisify(execFile)

type Signal = 'SIGTERM' | 'SIGKILL'

interface RunningCluster {
  readonly url: string
  readonly env: Readonly<Record<string, string>>
  readonly nodes: readonly ClusterNode[]
  /** Gives the lines that it printed. */
  start(name: string, program?: string, args?: readonly string[]): Promise<readonly string[]>
  /** Gives it no new calls, and waits until those under way are answered. */
  takeOut(name: string): Promise<void>
  pidOf(name: string): number | undefined
  stop(name: string, signal?: Signal): Promise<{ readonly code: number | null }>
  close(): Promise<void>
}

export interface ClusterNode {
  readonly name: string
  readonly url: string | null
  readonly isReady: boolean
  readonly answered: number
  /** Calls that it has not answered yet. */
  readonly underWay: number
}

export interface TestCluster extends RunningCluster {
  /** Runs a command of one of the releases on the database of the cluster; gives the object that --json prints. */
  command(program: string, ...args: readonly string[]): Promise<Readonly<Record<string, string>>>
}

const { startCluster } = (await import(join(repository, 'tools/cluster/cluster.mjs'))) as {
  readonly startCluster: (options: {
    readonly databaseUrl: string
    readonly count?: number
    readonly env?: Readonly<Record<string, string>>
  }) => Promise<RunningCluster>
}

export const ownProgram = join(repository, 'bin/challenge-service')

/** None of its nodes runs yet. */
export const createCluster = async (
  count: number,
  env: Readonly<Record<string, string>> = {},
): Promise<TestCluster> => {
  const storage = await createStorage('postgres')
  const usual = {
    READS_PER_MINUTE: '1000000',
    WRITES_PER_MINUTE: '1000000',
    ACCOUNT_QUOTA: '1000000',
    // The balancer asks all the time. A test of something else waits for no other.
    DRAIN_SECONDS: '0',
  }
  const cluster = await startCluster({ databaseUrl: storage.url, count, env: { ...usual, ...env } })
  return {
    ...cluster,
    command: async (program, ...args) => {
      const options = { env: { PATH: process.env['PATH'], ...cluster.env } }
      const { stdout } = await execute(process.execPath, [program, ...args, '--json'], options)
      return JSON.parse(stdout) as Readonly<Record<string, string>>
    },
    close: async () => {
      await cluster.close()
      await storage.remove()
    },
  }
}

/** An account on the Club plan, made by the command line of a release. */
export const clusterPerson = async (
  { command }: Pick<TestCluster, 'command'>,
  program: string,
  firstName: string,
): Promise<ClusterPerson> => {
  const email = `${firstName.toLowerCase()}@test.example`
  await command(program, 'account', 'create', '--email', email, '--first-name', firstName, '--plan', 'club')
  const { token = '' } = await command(program, 'token', 'create', '--account', email, '--scopes', 'all')
  return { email, token }
}

export interface ClusterPerson {
  readonly email: string
  readonly token: string
}
