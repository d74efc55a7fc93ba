// What went wrong, in lines that name the thing: the file, the host, the port.
import { existsSync, statSync } from 'node:fs'
import { ConfigError } from '../config/setting.ts'
import { OperatorError } from '../kernel/operator-error.ts'
import { UsageError } from './usage-error.ts'

/** One line, but for settings, of which every fault is named. */
export const describeError = (error: unknown): readonly string[] => {
  if (error instanceof ConfigError) return error.problems
  if (!(error instanceof Error)) return [String(error)]
  if (error instanceof OperatorError || error instanceof UsageError) return [error.message]
  return [(isSystemError(error) ? describeSystemError(error) : undefined) ?? describeOther(error)]
}

/** What Node says of a file, a socket or a name that could not be used. */
interface SystemError extends Error {
  readonly code: string
  readonly syscall: string
  readonly path?: string
  readonly address?: string
  readonly hostname?: string
  readonly port?: number
}

const isSystemError = (error: Error): error is SystemError =>
  'code' in error && typeof error.code === 'string' && 'syscall' in error && typeof error.syscall === 'string'

const describeSystemError = (error: SystemError): string | undefined => {
  const { code, syscall, path, address = '', hostname = '', port = 0 } = error
  // Only the service itself listens, and only it asks for a name outside of a database.
  if (syscall === 'listen') return listening[code]?.(address, port)
  if (syscall === 'getaddrinfo') return `HOST ${hostname} is not known (${code})`
  if (path === undefined) return undefined
  return `${files[code] ?? `${syscall} failed for`} ${path}${code === 'EACCES' ? `: ${adviseOn(path)}` : ''} (${code})`
}

/** What to do where the rights of this user are too few. */
export const rightsAdvice = (what: 'file' | 'folder'): string =>
  `run this as the user that owns it, or give the ${what} to this user`

/** What is not there, or hidden, is denied by a folder above it. */
const adviseOn = (path: string): string =>
  existsSync(path)
    ? rightsAdvice(statSync(path).isDirectory() ? 'folder' : 'file')
    : 'run this as the user that owns its folder, or choose another place'

const listening: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (host, port) =>
    `another program listens on port ${port} of ${host} already: stop it, or choose another port`,
  EADDRNOTAVAIL: (host) => `HOST ${host} is not an address of this machine`,
  EACCES: (host, port) =>
    `this user may not listen on port ${port} of ${host}: ports below 1024 are for the system, choose another port`,
}

const files: Readonly<Record<string, string>> = {
  EACCES: 'this user may not open',
  EPERM: 'this user may not change',
  EROFS: 'nothing can be written on the disk of',
  EISDIR: 'there is a folder where a file should be:',
  ENOTDIR: 'a file stands where a folder should be, on the way to',
  ENOENT: 'there is no',
  ENOSPC: 'the disk is full:',
}

const describeOther = (error: Error): string =>
  'code' in error ? `${error.message} (${String(error.code)})` : error.message
