// Makes the sockets of deliveries. Guarantees that none is made to an address that guard.ts did not allow: the socket
// is given those very addresses, and looks nothing up.
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { buildConnector } from 'undici'
import { failureToConnect, outOfTime } from './failure.ts'
import { findAllowedAddresses, type GuardSettings } from './guard.ts'

export interface ConnectSettings extends GuardSettings {
  /** Trusted in place of the usual authorities. */
  readonly ca: string | undefined
}

/** Rejects with an AttemptFailure; gives up when `signal` is aborted. */
export type Connect = (target: buildConnector.Options, signal: AbortSignal) => Promise<Socket>

/** How long an address has before the next one is tried. Node's 250 ms are too short for a far-away receiver. */
const NEXT_ADDRESS_MS = 1_500
/** Little more is taken off the network than is read of an answer. */
const READ_AHEAD = 16 * 1024

export const createConnect =
  (settings: ConnectSettings): Connect =>
  async (target, signal) => {
    const addresses = await findAllowedAddresses(target.hostname, settings, signal)
    if (signal.aborted) throw outOfTime()
    return await open(target, addresses, settings.ca, signal)
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

/** In place of a look-up: Node is handed what was allowed, so a second answer of DNS has no say. */
const answerWith =
  (addresses: readonly string[]): LookupFunction =>
  (_hostname, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: isIP(address) })),
    )
