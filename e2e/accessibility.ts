import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What axe finds wrong with the page as it is now, one line a finding. WCAG 2.2 A and AA, and good practice. */
export async function accessibilityFindings(page: Page): Promise<string[]> {
  // Only what is wrong is written out. In its old way axe looks from within the page alone: frames of other origins
  // would stay unseen, there are none, and nothing is counted together in a further page.
  const options = { resultTypes: ['violations' as const], runOnly: { type: 'tag' as const, values: rules } }
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().options(options).analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      (node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary?.replace(/\s+/g, ' ') ?? ''}`,
    ),
  )
}
