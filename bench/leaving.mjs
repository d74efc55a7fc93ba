// What must not outlive this process, however it ends: stopped children, files.
const duties = new Set()

/** Runs `duty`, which cannot wait for anything, when this process ends; gives what calls that off. */
export const onLeaving = (duty) => {
  duties.add(duty)
  return () => duties.delete(duty)
}

process.on('exit', () => {
  for (const duty of duties) duty()
})
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
]) {
  process.on(signal, () => process.exit(code))
}
