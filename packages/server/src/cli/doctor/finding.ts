// What the doctor found out about one thing, and what to do where it is not well. `failed` stops the service from working;
// `warning` may go wrong later, or may be intended, and leaves the exit status 0.

export interface Finding {
  readonly check: string
  readonly status: 'ok' | 'warning' | 'failed'
  readonly message: string
}

export const ok = (check: string, message: string): Finding => ({ check, status: 'ok', message })
export const warning = (check: string, message: string): Finding => ({ check, status: 'warning', message })
export const failed = (check: string, message: string): Finding => ({ check, status: 'failed', message })
