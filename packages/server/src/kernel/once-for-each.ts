/** The same function, which works a result out once for each object that it is given, and keeps it as long as that. */
export const onceForEach = <Key extends object, Result>(
  workOut: (key: Key) => Result,
): ((key: Key) => Result) => {
  const known = new WeakMap<Key, { readonly result: Result }>()
  return (key) => {
    const before = known.get(key)
    if (before) return before.result
    const result = workOut(key)
    known.set(key, { result })
    return result
  }
}
