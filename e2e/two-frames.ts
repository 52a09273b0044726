import type { Page } from '@playwright/test'

/** Waits until everything that has arrived is drawn. */
export const twoFrames = (page: Page) =>
  page.evaluate(
    () =>
      new Promise((drawn) => {
        requestAnimationFrame(() => requestAnimationFrame(drawn))
      }),
  )
