// A name server on loopback that answers A and AAAA from a table.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** The addresses of a name; 'silent' never answers, 'broken' answers SERVFAIL. */
export type Zone = Readonly<Record<string, { readonly A?: Answer; readonly AAAA?: Answer }>>
type Answer = readonly string[] | 'silent' | 'broken'

const kinds = { 1: 'A', 28: 'AAAA' } as const

export const startNameServer = async (zone: Zone) => {
  const asked: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const { name, kind, end } = readQuestion(query)
    asked.push(`${kind} ${name}`)
    const answer = zone[name]?.[kind]
    if (answer === 'silent') return
    const records = typeof answer === 'object' ? answer.map((text) => record(text)) : []
    const code = answer === 'broken' ? 2 : zone[name] === undefined ? 3 : 0
    const head = Buffer.from(query.subarray(0, 12))
    head.writeUInt16BE(0x8180 | code, 2)
    head.writeUInt16BE(records.length, 6)
    head.writeUInt32BE(0, 8)
    socket.send(Buffer.concat([head, query.subarray(12, end), ...records]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    close: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  }
}

const readQuestion = (query: Buffer) => {
  const labels: string[] = []
  let at = 12
  for (let size = query.readUInt8(at); size > 0; size = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + size))
    at += 1 + size
  }
  const kind = kinds[query.readUInt16BE(at + 1) as keyof typeof kinds]
  return { name: labels.join('.').toLowerCase(), kind, end: at + 5 }
}

const record = (text: string): Buffer => {
  const bytes = text.includes(':')
    ? Buffer.from(
        text
          .split(':')
          .map((group) => group.padStart(4, '0'))
          .join(''),
        'hex',
      )
    : Buffer.from(text.split('.').map(Number))
  // The name is that of the question, by reference; class IN, kept for a minute.
  const head = Buffer.from([0xc0, 12, 0, bytes.length === 4 ? 1 : 28, 0, 1, 0, 0, 0, 60, 0, bytes.length])
  return Buffer.concat([head, bytes])
}
