// A page as a real browser reads it: its elements, its text and where its links lead.
import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'

const script = readFileSync(new URL('parsed-page.page.mjs', import.meta.url), 'utf8')

export interface ParsedPage {
  /** In their order, each with the names of its attributes. */
  readonly elements: readonly string[]
  /** What is read, and what stands in fields. */
  readonly text: string
  readonly links: readonly string[]
  /** What stands in scripts. */
  readonly scripts: readonly string[]
}

/** A browser that reads pages, and shows none. */
export const openParser = async (browser: Browser): Promise<Page> => {
  const parser = await browser.newPage()
  await parser.evaluate(script)
  return parser
}

export const parsePage = (parser: Page, text: string): Promise<ParsedPage> =>
  parser.evaluate<ParsedPage>(`parsePage(${JSON.stringify(text)})`)

/** Words of ours that a sign of direction in someone's text would turn. */
export const findTurnedWords = (parser: Page, text: string): Promise<readonly string[]> =>
  parser.evaluate<readonly string[]>(`findTurnedWords(${JSON.stringify(text)})`)
