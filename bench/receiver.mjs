// A receiver of deliveries that checks nothing: it reads each request to its end and answers 200. Told `{ expect }`
// by its parent, it says when the first and the last of so many came, by the clock that all processes share.
import { createServer } from 'node:net'

const ANSWER = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\nkeep-alive: timeout=60\r\n\r\n'
const END_OF_HEAD = '\r\n\r\n'

let expected = 0
let came = 0
let firstAt = 0n
let sample = ''

const take = () => {
  came += 1
  if (came === 1) firstAt = process.hrtime.bigint()
  if (came !== expected) return
  const lastAt = process.hrtime.bigint()
  process.send({ came, firstAt: String(firstAt), lastAt: String(lastAt), sample })
}

const server = createServer((socket) => {
  let text = ''
  socket.setNoDelay(true)
  socket.setEncoding('latin1')
  socket.on('error', () => undefined)
  socket.on('data', (chunk) => {
    text += String(chunk)
    for (;;) {
      const head = text.indexOf(END_OF_HEAD)
      if (head === -1) return
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0)
      const end = head + END_OF_HEAD.length + length
      if (text.length < end) return
      if (sample === '') sample = text.slice(0, end)
      text = text.slice(end)
      socket.write(ANSWER)
      take()
    }
  })
})

process.on('message', ({ expect }) => {
  expected = expect
  came = 0
  sample = ''
  process.send({ ready: true })
})
process.on('disconnect', () => process.exit(0))
server.listen(0, '127.0.0.1', () => process.send({ url: `http://127.0.0.1:${server.address().port}` }))
