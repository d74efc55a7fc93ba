// Loaded into the service that is measured: the longest turn of its event loop, in processor time of its main thread, from
// one message to the next. Between two runs of `setImmediate` there is one turn.
const now = () => {
  // Node 20 knows only that of all threads together.
  const { user, system } = process.threadCpuUsage ? process.threadCpuUsage() : process.cpuUsage()
  return user + system
}

let longest = 0
let before = 0
let isMeasuring = false

const turn = () => {
  const at = now()
  longest = Math.max(longest, at - before)
  before = at
  if (isMeasuring) setImmediate(turn)
}

process.on('message', (message) => {
  if (message === 'begin') {
    longest = 0
    before = now()
    isMeasuring = true
    setImmediate(turn)
  }
  if (message === 'end') {
    isMeasuring = false
    setImmediate(() => process.send({ longestMs: longest / 1000 }))
  }
})
// A service ends when it is told to, not when nobody measures it.
process.channel?.unref()
