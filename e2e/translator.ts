import type { BrowserContext, Page } from '@playwright/test'

/**
 * Imitates the translator of Chrome and Edge on every page of a context: in an isolated JavaScript world, it replaces each text
 * with two `<font>` elements, also each text that is added or changed later. It translates every word into itself, so that tests
 * find what they look for: if one does not, a text was not updated that should have changed.
 */
export function translatePages(context: BrowserContext): void {
  context.on('page', (page) => void translatePage(page).catch(() => undefined))
}

async function translatePage(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.enable')
  await session.send('Page.addScriptToEvaluateOnNewDocument', {
    source: `(${translator.toString()})()`,
    worldName: 'translator',
    runImmediately: true,
  })
}

/** Runs in the page. */
function translator(): void {
  const untouched =
    'title, script, style, noscript, textarea, option, svg, [translate=no], .notranslate, font'
  const waiting = new Set<Text>()
  let isComing = false

  const translate = () => {
    isComing = false
    for (const text of waiting) {
      const isTranslated = text.parentElement === null || text.parentElement.closest(untouched) !== null
      if (isTranslated || !text.isConnected || text.data.trim() === '') continue

      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.append(text.data)
      outer.append(inner)
      text.replaceWith(outer)
    }
    waiting.clear()
  }
  const take = (node: Node) => {
    if (node instanceof Text) waiting.add(node)
    else for (const child of node.childNodes) take(child)
  }
  const look = (records: MutationRecord[]) => {
    for (const { target, addedNodes } of records) {
      if (target instanceof Text) take(target)
      for (const node of addedNodes) take(node)
    }
    if (isComing || waiting.size === 0) return
    isComing = true
    // A real translator asks a server first.
    setTimeout(translate, 20)
  }
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true })
  take(document)
}
