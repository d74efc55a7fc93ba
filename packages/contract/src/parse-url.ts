// Node 20 answers `URL.canParse` wrongly for letters like ü once a process has asked it often: V8 then hands over the bytes
// of such a text as if they were UTF-8. The constructor is right always.

/** Undefined where the text is no absolute URL. */
export const parseUrl = (text: string): URL | undefined => {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
