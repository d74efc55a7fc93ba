// The arguments that are more than text. A wrong one is a usage error (exit status 2).
import { plans, type Plan } from '@challenge-service/contract'
import { InvalidArgumentError } from 'commander'
import { startOfDay } from '../kernel/instants.ts'

export const parseWholeNumber =
  (min: number, max: number) =>
  (text: string): number => {
    const value = /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN
    if (value >= min && value <= max) return value
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`)
  }

/** A wrong use that no single argument shows. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

export const parsePlan = (text: string): Plan => {
  const plan = plans.find((known) => known === text)
  if (plan) return plan
  throw new InvalidArgumentError(`It must be ${plans.join(' or ')}.`)
}

export const parseRole = (text: string): 'admin' | 'member' => {
  if (text === 'admin' || text === 'member') return text
  throw new InvalidArgumentError('It must be admin or member.')
}

export const parseDate = (text: string): string => {
  if (startOfDay(text) !== undefined) return text
  throw new InvalidArgumentError('It must be a day as YYYY-MM-DD.')
}
