// What was pressed in a form of the pages behind links.
import { readFields } from '../../engine/sent-form.ts'

/** Whether it is the form whose one button has this value. */
export const isOwnForm = (contentType: string | undefined, body: unknown, choice: string): boolean =>
  readFields(contentType, body)?.get('choice') === choice

/** What was pressed in a form of one field; undefined for what is none of ours. */
export const pressedIn = (contentType: string | undefined, body: unknown): string | undefined =>
  readFields(contentType, body)?.get('choice') ?? undefined
