import type { Page } from '@playwright/test'

/** Keeps what any message of the page says from now on, also after another address: each is gone after some seconds. */
export async function keepMessages(page: Page): Promise<void> {
  await page.addInitScript(noteMessages)
  await page.evaluate(noteMessages)
}

/** The titles of all messages since, each once. */
export const keptMessages = (page: Page) =>
  page.evaluate(() => [...(Reflect.get(window, 'said') as Set<string>)])

function noteMessages(): void {
  const said = new Set<string>()
  Object.assign(window, { said })
  new MutationObserver(() => {
    for (const title of document.querySelectorAll('[data-sonner-toast] [data-title]'))
      said.add(title.textContent ?? '')
  }).observe(document, { childList: true, subtree: true })
}
