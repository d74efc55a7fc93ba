// Headers that an owner has sent with each delivery, for receivers that cannot check a signature: which names there may
// be, and when they are left behind. What a value may be is in the contract's schema.
import { invalidFields, type FieldProblem } from '../../kernel/refusal.ts'

/** Names, as they were written, and values. */
export type WebhookHeaders = Readonly<Record<string, string>>

/** The headers of deliveries, and those by which a proxy or a framework is told another address, path or method. */
const forbidden = /^x-(svc-|forwarded-|original-|rewrite-|http-method|real-ip$)/

const possible = /^(authorization|x-[a-z0-9-]{1,60})$/

/** Case makes no difference to a header's name. */
export const checkHeaderNames = (headers: WebhookHeaders): void => {
  const seen = new Set<string>()
  const problems: FieldProblem[] = []
  for (const written of Object.keys(headers)) {
    const name = written.toLowerCase()
    const message = seen.has(name) ? 'is given twice: case makes no difference' : findProblem(name)
    if (message !== undefined) problems.push({ field: `headers.${written}`, message })
    seen.add(name)
  }
  if (problems.length > 0) throw invalidFields(problems)
}

const findProblem = (name: string): string | undefined => {
  if (!possible.test(name)) return 'must be Authorization, or X- and 1 to 60 letters, digits or hyphens'
  return forbidden.test(name) ? 'is a header that deliveries or proxies have a use for' : undefined
}

/** A header is meant for one receiver: it does not follow to another scheme, host or port. */
export const isOtherReceiver = (target: string, next: string): boolean =>
  new URL(target).origin !== new URL(next).origin
