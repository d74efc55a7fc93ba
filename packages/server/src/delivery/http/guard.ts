// The addresses that a connection may be made to. Every address of a name is checked, and one that is not public
// refuses them all.
import { isIP } from 'node:net'
import { isPublicAddress } from '../../features/webhooks/address.rules.ts'
import { forbiddenAddress, unknownName } from './failure.ts'
import type { Resolve } from './resolve.ts'

export interface GuardSettings {
  readonly allowPrivate: boolean
  readonly resolve: Resolve
}

const MAX_ADDRESSES = 8

/** Rejects with an AttemptFailure. */
export const findAllowedAddresses = async (
  hostname: string,
  { allowPrivate, resolve }: GuardSettings,
  signal: AbortSignal,
): Promise<readonly string[]> => {
  const found = isIP(hostname) === 0 ? await resolveName(resolve, hostname, signal) : [hostname]
  if (!allowPrivate && !found.every(isPublicAddress)) throw forbiddenAddress()
  return found.slice(0, MAX_ADDRESSES)
}

const resolveName = async (
  resolve: Resolve,
  hostname: string,
  signal: AbortSignal,
): Promise<readonly string[]> => {
  try {
    const found = await resolve(hostname, signal)
    if (found.length > 0) return found
  } catch (error) {
    throw unknownName(error)
  }
  throw unknownName()
}
