// What is wrong with how a page is laid out, as a browser lays it out: what sticks out of the window, is cut off, lies over
// something else, loses the space between its words, or is too small for a thumb. Pixels differ from machine to machine;
// these do not.
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'

const script = readFileSync(new URL('layout-faults.page.mjs', import.meta.url), 'utf8')

/** One line for each fault; scripts must be allowed on the page. */
export const findLayoutFaults = (page: Page): Promise<readonly string[]> =>
  page.evaluate<readonly string[]>(script)
