// `npm run tour`: takes every picture of the documents from the running demonstration, in a real browser. With names
// behind it (`npm run tour -- home group`) it takes those alone.
import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { NOW, openDemonstration } from './demonstration.mjs'
import { pictures } from './pictures.mjs'
import { findPlace } from './places.mjs'

const MAX_BYTES = 150 * 1024
const folder = join(import.meta.dirname, '../../docs/pictures')

const openBrowser = () =>
  chromium.launch({ executablePath: process.env.CHROMIUM_BIN ?? '/usr/bin/chromium', args: ['--no-sandbox'] })

/** The cookies of someone who has signed in by the link that the start printed. */
const signIn = async (browser, link) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(link)
  await page.locator('main form button').first().click()
  await page.waitForURL((url) => url.pathname === '/')
  const state = await context.storageState()
  await context.close()
  return state
}

const take = async (browser, url, { name, size, theme }, storageState) => {
  const context = await browser.newContext({
    viewport: size,
    deviceScaleFactor: 1,
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    ...(storageState ? { storageState } : {}),
  })
  const page = await context.newPage()
  await page.clock.setFixedTime(NOW)
  const response = await page.goto(url)
  if (!response.ok()) throw new Error(`${name}: ${new URL(url).pathname} answers ${response.status()}`)
  const path = join(folder, `${name}.png`)
  await page.screenshot({ path, animations: 'disabled' })
  await context.close()
  const { size: bytes } = statSync(path)
  if (bytes > MAX_BYTES) throw new Error(`${name}.png has ${bytes} bytes, more than ${MAX_BYTES}`)
  console.log(`${name}.png  ${size.width} × ${size.height}, ${theme}, ${Math.ceil(bytes / 1024)} KiB`)
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !pictures.some((picture) => picture.name === name))
if (unknown.length > 0) throw new Error(`there is no picture ${unknown.join(', ')}`)

mkdirSync(folder, { recursive: true })
const demonstration = await openDemonstration()
const browser = await openBrowser()
try {
  const ana = await signIn(browser, demonstration.links.get('Ana'))
  for (const picture of pictures) {
    if (wanted.length > 0 && !wanted.includes(picture.name)) continue
    const place = await findPlace(demonstration, picture.at)
    const state = picture.who === 'Ana' ? ana : undefined
    try {
      await take(browser, new URL(place, demonstration.url).href, picture, state)
    } catch (error) {
      // The others are taken all the same.
      console.error(error.message)
      process.exitCode = 1
    }
  }
} finally {
  await browser.close()
  await demonstration.close()
}
