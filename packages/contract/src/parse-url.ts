// Node 20 answers `URL.canParse` wrongly for letters like ü once a process has asked it often: V8 then hands over the bytes
// of such a text as if they were UTF-8. The constructor is right always.

/** Undefined where the text is no URL: an absolute one, or one that is read from `base`. */
export const parseUrl = (text: string, base?: string): URL | undefined => {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}
