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

/** What the design asks of a target, in CSS pixels; half a pixel is a matter of rounding. */
const TARGET_PX = 48

/**
 * The controls of the page that are smaller to press than an elder needs, one line each. What WCAG 2.2 (2.5.8) leaves out is left out
 * here, too: a link within a sentence, which is as high as its line; a dot beside arrows that do the same (`data-dot`), where half of
 * it is enough; what is there for screen readers alone, or shows only once it has the focus. A label, and what is drawn over a card or
 * around a switch to make it larger, count as part of it.
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((target) => {
    const controls =
      'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=option], [role^=menuitem]'
    const isThere = (control: Element): boolean => {
      const { width, height } = control.getBoundingClientRect()
      const seen = { opacityProperty: true, visibilityProperty: true }
      return (
        width > 1 &&
        height > 1 &&
        control.checkVisibility(seen) &&
        !control.closest('[inert], [aria-hidden=true]')
      )
    }
    const isInSentence = (control: Element): boolean =>
      getComputedStyle(control).display === 'inline' &&
      (control.parentElement?.textContent?.trim() ?? '') !== control.textContent?.trim()
    const sizesOf = (control: Element): { width: number; height: number }[] => {
      const { position, content, width, height } = getComputedStyle(control, '::after')
      const isOver = position === 'absolute' && content !== 'none'
      const labels =
        control instanceof HTMLInputElement || control instanceof HTMLButtonElement ? control.labels : null
      return [
        ...[control, ...(labels ?? [])].map((part) => part.getBoundingClientRect()),
        ...(isOver ? [{ width: Number.parseFloat(width), height: Number.parseFloat(height) }] : []),
      ]
    }
    return [...document.querySelectorAll(controls)].flatMap((control) => {
      if (!isThere(control) || isInSentence(control)) return []
      const sizes = sizesOf(control)
      const width = Math.max(...sizes.map((size) => size.width))
      const height = Math.max(...sizes.map((size) => size.height))
      const least = control.matches('[data-dot]') ? target / 2 : target
      if (Math.min(width, height) > least - 0.5) return []
      return `${Math.round(width)} by ${Math.round(height)}: ${control.outerHTML.slice(0, 160)}`
    })
  }, TARGET_PX)
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
