// What axe-core finds wrong with a page as it is shown: contrast below 4.5:1, fields without a label, and the rest of
// the rules of WCAG 2.1 that a machine can judge.
import axe, { type AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

/** One line for each fault; scripts must be allowed on the page. */
export const findAccessibilityFaults = async (page: Page): Promise<readonly string[]> => {
  await page.evaluate(axe.source)
  // What passed is not asked for: to describe it and carry it here takes most of the time.
  const violations = await page.evaluate<AxeResults['violations']>(
    `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'], resultTypes: ['violations'] })
      .then(({ violations }) => violations)`,
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} (${failureSummary ?? ''})`),
  )
}
