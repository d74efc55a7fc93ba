// The arguments that are more than text. A wrong one is a usage error (exit status 2).
import { InvalidArgumentError } from 'commander'
import { startOfDay } from '../../kernel/instants.ts'

export const parseWholeNumber =
  (min: number, max: number) =>
  (text: string): number => {
    const value = /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN
    if (value >= min && value <= max) return value
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`)
  }

export const parseDate = (text: string): string => {
  if (startOfDay(text) !== undefined) return text
  throw new InvalidArgumentError('It must be a day as YYYY-MM-DD.')
}
