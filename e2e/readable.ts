import type { Page } from '@playwright/test'

/** Looks at a page with the browser's letter size, as a person may set it for all pages, in pixels; 16 is the default. */
export async function withLetters(page: Page, size: number, look: () => Promise<void>): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const set = (standard: number) =>
    session.send('Page.setFontSizes', { fontSizes: { standard, fixed: Math.round((standard * 13) / 16) } })
  await set(size)
  try {
    await look()
  } finally {
    await set(16)
    await session.detach()
  }
}

/** Looks at a page with lines, letters and words as far apart as WCAG 1.4.12 requires a page to support. */
export async function withLettersApart(page: Page, look: () => Promise<void>): Promise<void> {
  const style = (rules: string) =>
    page.evaluate((text) => {
      // Not a style element, which the page's content security policy would forbid.
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(text)
      document.adoptedStyleSheets = [sheet]
    }, rules)
  await style(`
    * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
    p { margin-bottom: 2em !important }
  `)
  try {
    await look()
  } finally {
    await style('')
  }
}

/**
 * What cannot be read or pressed on the page in its present layout, one line a finding: horizontal scrolling, text that is cut off
 * or overlaps other text, and controls that cannot be scrolled into view. Text that ends in an ellipsis is left out, because it is
 * shown in full elsewhere, and so are toasts, which disappear by themselves, and the tree, which is moved by hand. Also found is
 * what large letters spoil: words broken only because of their size, and icons that fill their circle.
 */
export function hiddenFindings(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const drawn = () =>
      new Promise((tell) => {
        requestAnimationFrame(() => requestAnimationFrame(tell))
        // Chromium once drew no frame for five minutes after a change of width.
        setTimeout(tell, 5_000)
      })
    const apart = '.react-flow, [data-sonner-toaster]'
    const isSeen = (part: Element) =>
      part.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true })
    const called = (part: Element) => {
      const words = (part.getAttribute('aria-label') ?? part.textContent ?? '').trim().replace(/\s+/g, ' ')
      return `${part.tagName.toLowerCase()} “${words.slice(0, 60)}”`
    }
    const upFrom = (part: Element) => {
      const all: Element[] = []
      for (let up: Element | null = part; up && up !== document.documentElement; up = up.parentElement)
        all.push(up)
      return all
    }
    const layers = '[role=dialog], [role=alertdialog], [role=menu]'
    const room = [...document.querySelectorAll(layers)].findLast(isSeen) ?? document.body

    const sideways = () =>
      [document.documentElement, ...document.querySelectorAll(`${layers}, [role=listbox], aside, main`)]
        .filter((part) => part === document.documentElement || getComputedStyle(part).overflowX !== 'visible')
        .filter((part) => part.scrollWidth > part.clientWidth + 1)
        .map(
          (part) => `${part.tagName.toLowerCase()} goes sideways: ${part.scrollWidth} in ${part.clientWidth}`,
        )

    type Line = { owner: Element; left: number; right: number; top: number; bottom: number }

    /** The visible lines of a text, and whether something cuts them off. */
    const linesOf = (text: Node, owner: Element): { lines: Line[]; isCut: boolean } => {
      const range = document.createRange()
      range.selectNodeContents(text)
      let isCut = false
      const lines = [...range.getClientRects()].map(({ left, right, top, bottom }) => {
        const line = { owner, left, right, top, bottom }
        for (const up of upFrom(owner)) {
          const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(up)
          if (overflowX === 'visible' && overflowY === 'visible') continue
          const box = up.getBoundingClientRect()
          const endsInDots = textOverflow === 'ellipsis' || webkitLineClamp !== 'none'
          const cuts = (way: string) => !endsInDots && (way === 'hidden' || way === 'clip')
          // If a word was dropped as a whole, the accessible name of the element around it still says it.
          const gaveWay = up.hasAttribute('aria-label') && line.top >= box.bottom
          const isBesideX = line.left < box.left - 3 || line.right > box.right + 3
          const isBesideY = line.top < box.top - 6 || line.bottom > box.bottom + 6
          if (!gaveWay && ((cuts(overflowX) && isBesideX) || (cuts(overflowY) && isBesideY))) isCut = true
          line.left = Math.max(line.left, box.left)
          line.right = Math.min(line.right, box.right)
          line.top = Math.max(line.top, box.top)
          line.bottom = Math.min(line.bottom, box.bottom)
        }
        return line
      })
      return { lines: lines.filter((one) => one.right - one.left > 2 && one.bottom - one.top > 4), isCut }
    }

    const words = () => {
      const found: string[] = []
      const lines: Line[] = []
      const texts = document.createTreeWalker(room, NodeFilter.SHOW_TEXT)
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const owner = text.parentElement
        if (!owner || !text.textContent?.trim() || !isSeen(owner)) continue
        if (owner.closest(`${apart}, option, svg, script, style, title, noscript, video, audio`)) continue
        const all = upFrom(owner).map((up) => getComputedStyle(up))
        // For screen readers only.
        if (all.some(({ clipPath }) => clipPath !== 'none')) continue
        const seen = linesOf(text, owner)
        if (seen.isCut) found.push(`${called(owner)} is cut off`)
        // Fixed and sticky elements lie above content that scrolls, so overlaps with them do not count.
        if (!all.some(({ position }) => position === 'fixed' || position === 'sticky'))
          lines.push(...seen.lines)
      }
      lines.sort((one, other) => one.top - other.top)
      lines.forEach((one, at) => {
        for (const other of lines.slice(at + 1)) {
          if (other.top >= one.bottom - 5) break
          const across = Math.min(one.right, other.right) - Math.max(one.left, other.left)
          const down = Math.min(one.bottom, other.bottom) - other.top
          const least = Math.min(one.bottom - one.top, other.bottom - other.top)
          if (one.owner !== other.owner && across > 4 && down > least * 0.4)
            found.push(`${called(one.owner)} lies on ${called(other.owner)}`)
        }
      })
      return found
    }

    /**
     * Words in letters larger than the page's usual ones that take two lines, but would take one at the usual size. Longer words
     * are left to the browser's hyphenation, and pages with increased letter spacing are not checked.
     */
    const brokenWords = () => {
      const found: string[] = []
      const mostLetters = 12
      if (getComputedStyle(document.body).letterSpacing !== 'normal') return found
      const usual = Number.parseFloat(getComputedStyle(document.body).fontSize)
      const texts = document.createTreeWalker(room, NodeFilter.SHOW_TEXT)
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const owner = text.parentElement
        if (!owner || !isSeen(owner) || owner.closest(`${apart}, option, svg, script, style, noscript`))
          continue
        const larger = Number.parseFloat(getComputedStyle(owner).fontSize) / usual
        if (larger <= 1.02) continue
        const block = upFrom(owner).find((up) => getComputedStyle(up).display !== 'inline')
        for (const { 0: word, index } of text.textContent?.matchAll(/[^\s/@–—-]+/g) ?? []) {
          const range = document.createRange()
          range.setStart(text, index)
          range.setEnd(text, index + word.length)
          const parts = [...range.getClientRects()].filter(({ width }) => width > 1)
          const wide = parts.reduce((sum, { width }) => sum + width, 0)
          const [first] = parts
          const isInTwo = first !== undefined && parts.some(({ top }) => top > first.top + first.height / 2)
          if (word.length <= mostLetters && isInTwo && wide / larger < (block?.clientWidth ?? 0))
            found.push(`${called(owner)} breaks “${word}” in two`)
        }
      }
      return found
    }

    const largeIcons = () =>
      [...room.querySelectorAll('.rounded-full > svg, .rounded-card > svg')]
        .filter((icon) => isSeen(icon) && !icon.closest(apart))
        .filter((icon) => {
          const circle = icon.parentElement?.getBoundingClientRect() ?? new DOMRect()
          const isCircle = Math.abs(circle.width - circle.height) < 2
          const { width, height } = icon.getBoundingClientRect()
          return isCircle && Math.min(width, height) > circle.width * 0.76
        })
        .map((icon) => `an icon fills ${called(icon.parentElement ?? icon)}`)

    const isHit = (control: Element) => {
      control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const [box] = control.getClientRects()
      const at = box && document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
      return (
        at && (control.contains(at) || at.closest('label')?.contains(control) || at.closest(apart) !== null)
      )
    }
    const controls = async () => {
      const missed: string[] = []
      const all = [
        ...room.querySelectorAll('a[href], button, input, select, textarea, summary, [role^=menuitem]'),
      ]
        .filter((control) => isSeen(control) && !control.closest(`${apart}, [inert], [aria-hidden=true]`))
        .filter((control) => !control.matches(':disabled') && control.getBoundingClientRect().width > 2)
        .filter((control) => upFrom(control).every((up) => getComputedStyle(up).clipPath === 'none'))
      for (const control of all) {
        if (isHit(control)) continue
        // The bar of the front page reappears a moment after scrolling up.
        await drawn()
        if (!isHit(control)) missed.push(`${called(control)} cannot be pressed`)
      }
      return missed
    }

    await drawn()
    const found = [...sideways(), ...words(), ...brokenWords(), ...largeIcons(), ...(await controls())]
    window.scrollTo({ top: 0, behavior: 'instant' })
    return [...new Set(found)]
  })
}
