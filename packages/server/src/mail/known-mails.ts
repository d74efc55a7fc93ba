// Which mails this release can send. Those of a newer one, which serves the same database or did so before, wait for it.
import { noticeClasses, noticeKinds } from './notice.rules.ts'

const list = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ')

/** In SQL; `mail` is what the row is called there. */
export const isKnown = <const Mail extends string>(mail: Mail) =>
  `(${hasKnownKind(mail)} and ${mail}.class in (${list(noticeClasses)}))` as const

/** The same of what it says alone. */
export const hasKnownKind = <const Mail extends string>(mail: Mail) =>
  `${mail}.kind in (${list(noticeKinds)})` as const
