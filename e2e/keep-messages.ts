import type { Page } from '@playwright/test'

/** Records the toasts of the page from now on, also after a navigation, because each disappears after some seconds. */
export async function keepMessages(page: Page): Promise<void> {
  await page.addInitScript(noteMessages)
  await page.evaluate(noteMessages)
}

/** The titles of all recorded toasts, without duplicates. */
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
