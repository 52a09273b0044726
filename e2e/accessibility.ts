import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

type Violations = Awaited<ReturnType<AxeBuilder['analyze']>>['violations']

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The findings of axe on the page as it is now, one line each: violations of WCAG 2.2 A and AA, and of good practice. */
export async function accessibilityFindings(page: Page): Promise<string[]> {
  // Only violations are reported. In legacy mode axe runs within the page alone: it would miss frames of other origins, of which
  // there are none, and needs no further page to combine results in.
  const options = { resultTypes: ['violations' as const], runOnly: { type: 'tag' as const, values: rules } }
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().options(options).analyze()
  return inLines(violations)
}

/**
 * The contrast findings in the page's present colours, because contrast is all that another colour scheme changes. It needs axe in
 * the page, so call `accessibilityFindings` first: injecting axe again would cost more than the check.
 */
export async function contrastFindings(page: Page): Promise<string[]> {
  const options = { resultTypes: ['violations'], runOnly: ['color-contrast'] }
  return inLines(await page.evaluate(async (how) => (await window.axe.run(how)).violations, options))
}

/** The design's minimum size of a target, in CSS pixels; half a pixel less is tolerated for rounding. */
const TARGET_PX = 48

/**
 * The controls of the page that are smaller than an elder needs, one line each. The exceptions of WCAG 2.2 (2.5.8) are excepted
 * here, too: a link within a sentence, which is as high as its line; a dot beside arrows with the same function (`data-dot`), for
 * which half the size is enough; controls for screen readers alone, or shown only on focus. A label, and an overlay that enlarges a
 * card's or a switch's clickable area, count as part of the control.
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
