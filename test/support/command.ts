// The operator's command line as it is installed, run beside a service that a test has started.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { PUBLIC_URL } from './mails.ts'
import type { TestService } from './service.ts'

const bin = fileURLToPath(new URL('../../bin/challenge-service', import.meta.url))
const execute = promisify(execFile)

export type Run = (...args: readonly string[]) => Promise<string>

/** Gives what it prints; rejects with `code` and `stderr` where the exit status is not 0. */
export const commandOf =
  (
    { databaseUrl, secretKey }: Pick<TestService, 'databaseUrl' | 'secretKey'>,
    environment: Readonly<Record<string, string>> = {},
  ): Run =>
  async (...args) => {
    const env = {
      PATH: process.env['PATH'],
      DATABASE_URL: databaseUrl,
      SECRET_KEY: secretKey,
      PUBLIC_URL,
      ...environment,
    }
    return (await execute(bin, [...args], { env })).stdout
  }
