// A bar on standard error for what takes a while; nothing at all where nobody is there to see it.

const WIDTH = 30

export interface ProgressBar {
  show(done: number, total: number): void
  /** Clears the line, so that what is said next stands alone. */
  clear(): void
}

export const progressBar = (label: string, { json }: { readonly json?: boolean }): ProgressBar => {
  const { stderr } = process
  if (json || !stderr.isTTY) return { show: () => undefined, clear: () => undefined }
  return {
    show: (done, total) => stderr.write(`\r${label} ${drawBar(done, total)}`),
    clear: () => stderr.write('\r\x1b[K'),
  }
}

export const drawBar = (done: number, total: number): string => {
  const filled = total === 0 ? WIDTH : Math.round((WIDTH * Math.min(done, total)) / total)
  return `[${'#'.repeat(filled)}${'-'.repeat(WIDTH - filled)}] ${done}/${total}`
}
