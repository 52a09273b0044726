import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

type Violations = Awaited<ReturnType<AxeBuilder['analyze']>>['violations']

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What axe finds wrong with the page as it is now, one line a finding. WCAG 2.2 A and AA, and good practice. */
export async function accessibilityFindings(page: Page): Promise<string[]> {
  // Only what is wrong is written out. In its old way axe looks from within the page alone: frames of other origins
  // would stay unseen, there are none, and nothing is counted together in a further page.
  const options = { resultTypes: ['violations' as const], runOnly: { type: 'tag' as const, values: rules } }
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().options(options).analyze()
  return inLines(violations)
}

/**
 * What cannot be told from its ground in the colours that the page has now: all that another scheme changes. For a page that
 * `accessibilityFindings` has looked at, where axe still is: bringing it there again cost more than looking.
 */
export async function contrastFindings(page: Page): Promise<string[]> {
  const options = { resultTypes: ['violations'], runOnly: ['color-contrast'] }
  return inLines(await page.evaluate(async (how) => (await window.axe.run(how)).violations, options))
}

declare global {
  interface Window {
    axe: { run: (options: object) => Promise<{ violations: Violations }> }
  }
}

const inLines = (violations: Violations) =>
  violations.flatMap(({ id, nodes }) =>
    nodes.map(
      (node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary?.replace(/\s+/g, ' ') ?? ''}`,
    ),
  )
