// A way to a server on loopback that a test can cut, silence or hold up.
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface Way {
  readonly port: number
  /** How many pieces went through so far, in either direction. */
  readonly pieces: number
  /** From now on nothing goes through, and nobody is told. What was sent meanwhile arrives after `open`. */
  silence(): void
  /** Ends every connection, and refuses new ones until `open`. */
  cut(): void
  open(): void
  close(): Promise<void>
}

type State = 'open' | 'silent' | 'cut'

interface WayOptions {
  /** Called before each piece goes through. */
  readonly onPiece?: (pieces: number, way: Way) => void
}

export const openWay = async (farPort: number, { onPiece }: WayOptions = {}): Promise<Way> => {
  let state: State = 'open'
  let pieces = 0
  const held: (() => void)[] = []
  const sockets = new Set<Socket>()
  const pass = (from: Socket, to: Socket) => (bytes: Buffer) => {
    pieces += 1
    onPiece?.(pieces, way)
    if (state === 'open') to.write(bytes)
    else if (state === 'silent') held.push(() => to.destroyed || to.write(bytes))
    else from.destroy()
  }
  const server = createServer((near) => {
    near.on('error', () => undefined)
    if (state === 'cut') {
      near.resetAndDestroy()
      return
    }
    const far = connect(farPort, '127.0.0.1')
    near.on('data', pass(near, far))
    far.on('data', pass(far, near))
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const way: Way = {
    port: (server.address() as AddressInfo).port,
    get pieces() {
      return pieces
    },
    silence: () => {
      state = 'silent'
    },
    cut: () => {
      state = 'cut'
      for (const socket of sockets) socket.resetAndDestroy()
    },
    open: () => {
      state = 'open'
      for (const send of held.splice(0)) send()
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  return way
}

/** The same URL, by another port of loopback. */
export const throughPort = (url: string, port: number): string => {
  const changed = new URL(url)
  changed.host = `127.0.0.1:${port}`
  return changed.href
}
