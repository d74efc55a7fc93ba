// The slow way to Redis as a process of its own, for a test that keeps its own process busy. It is told by messages.
import { slowWayTo } from './slow-way.ts'

export type WayMessage = { readonly delayMs: number } | { readonly forged: string | null }

const way = await slowWayTo(Number(process.argv[2]))
process.on('message', (message: WayMessage) => {
  if ('delayMs' in message) way.delay(message.delayMs)
  else way.forge(message.forged ?? undefined)
})
process.send?.(way.url)
