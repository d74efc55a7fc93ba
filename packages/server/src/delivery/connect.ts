// Makes the connections of deliveries. Guarantees that none is made to an address that was not judged: every
// address of a name is, one bad address refuses them all, and the socket is given those very addresses.
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { buildConnector } from 'undici'
import { isPublicAddress } from '../features/webhooks/address.rules.ts'
import { failureToConnect, forbiddenAddress, outOfTime, unknownName } from './failure.ts'
import type { Resolve } from './resolve.ts'

export interface ConnectSettings {
  readonly allowPrivate: boolean
  readonly resolve: Resolve
  /** Trusted in place of the usual authorities. */
  readonly ca: string | undefined
}

/** Rejects with an AttemptFailure; gives up when `signal` is aborted. */
export type Connect = (target: buildConnector.Options, signal: AbortSignal) => Promise<Socket>

/** How long an address has before the next one is tried. Node's 250 ms are too short for a far-away receiver. */
const NEXT_ADDRESS_MS = 1_500
const MAX_ADDRESSES = 8
/** Little more is taken off the network than is read of an answer. */
const READ_AHEAD = 16 * 1024

export const createConnect =
  (settings: ConnectSettings): Connect =>
  async (target, signal) => {
    const addresses = await judgedAddresses(target.hostname, settings, signal)
    if (signal.aborted) throw outOfTime()
    return await open(target, addresses, settings.ca, signal)
  }

const judgedAddresses = async (
  hostname: string,
  { allowPrivate, resolve }: ConnectSettings,
  signal: AbortSignal,
): Promise<readonly string[]> => {
  const found = isIP(hostname) === 0 ? await resolveName(resolve, hostname, signal) : [hostname]
  if (!allowPrivate && !found.every(isPublicAddress)) throw forbiddenAddress()
  return found.slice(0, MAX_ADDRESSES)
}

const resolveName = async (resolve: Resolve, hostname: string, signal: AbortSignal) => {
  try {
    const found = await resolve(hostname, signal)
    if (found.length > 0) return found
  } catch (error) {
    throw unknownName(error)
  }
  throw unknownName()
}

const open = async (
  { hostname, port, protocol }: buildConnector.Options,
  addresses: readonly string[],
  ca: string | undefined,
  signal: AbortSignal,
): Promise<Socket> => {
  const isTls = protocol === 'https:'
  const options = {
    host: hostname,
    port: Number(port || (isTls ? 443 : 80)),
    lookup: answerWith(addresses),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
    highWaterMark: READ_AHEAD,
  }
  const socket: Socket = isTls
    ? connectTls({
        ...options,
        // The certificate is held against the name, whatever address it led to.
        ...(isIP(hostname) === 0 ? { servername: hostname.replace(/\.$/, '') } : {}),
        ...(ca === undefined ? {} : { ca }),
        ALPNProtocols: ['http/1.1'],
      })
    : connectTcp(options)
  socket.setNoDelay(true)

  const abort = () => socket.destroy(outOfTime())
  signal.addEventListener('abort', abort)
  try {
    return await new Promise<Socket>((resolve, reject) => {
      socket.once(isTls ? 'secureConnect' : 'connect', () => resolve(socket))
      // Stays on for good: an error that nobody listens to would end the process.
      socket.on('error', (error) => reject(failureToConnect(error, isTls)))
    })
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/** In place of a look-up: Node is handed what was judged, so a second answer of DNS has no say. */
const answerWith =
  (addresses: readonly string[]): LookupFunction =>
  (_hostname, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: isIP(address) })),
    )
