// The one place that reads the environment.
import { existsSync } from 'node:fs'
import { join } from 'node:path'

export type Environment = Readonly<Record<string, string | undefined>>

/** Those that may be in a file, of one line each. */
export const fileSettings = ['SECRET_KEY', 'DATABASE_URL', 'SMTP_URL', 'REDIS_URL'] as const

/** With systemd's credentials (`LoadCredential=SECRET_KEY:/a/path`), each as the setting of its name in a file. */
export const environment = (): Environment => {
  const folder = process.env['CREDENTIALS_DIRECTORY']
  if (folder === undefined) return process.env
  const files = fileSettings
    .map((name) => [`${name}_FILE`, join(folder, name)] as const)
    .filter(([, path]) => existsSync(path))
  return { ...Object.fromEntries(files), ...process.env }
}
