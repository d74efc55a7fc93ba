// How a page looks: in light and in dark, from 320 to 1920 pixels; in the fast part of the tests on a phone, in light. With
// SITE_PICTURES=folder a picture of each is taken.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { findAccessibilityFaults } from '../support/accessibility.ts'
import { isFast } from '../support/is-fast.ts'
import { findLayoutFaults } from './layout-faults.ts'

const pictures = process.env['SITE_PICTURES']

const widths = isFast ? [390] : [320, 390, 768, 1280, 1920]
const themes = isFast ? (['light'] as const) : (['light', 'dark'] as const)

const takePicture = async (page: Page, folder: string, name: string): Promise<void> => {
  await mkdir(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name.replaceAll(/\W+/g, '-')}.png`), fullPage: true })
}

/** The page that is shown has no fault of layout, and axe-core finds nothing. */
export const expectGoodLooks = async (page: Page, name: string): Promise<void> => {
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      expect(await findLayoutFaults(page), `${name} at ${width}, ${colorScheme}`).toEqual([])
      if (pictures !== undefined && [390, 1280].includes(width)) {
        await takePicture(page, pictures, `${name}-${width}-${colorScheme}`)
      }
    }
    expect(await findAccessibilityFaults(page), `${name}, ${colorScheme}`).toEqual([])
  }
}

/** What asks once more is looked at too. */
export const openDetails = (page: Page): Promise<unknown> =>
  page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
