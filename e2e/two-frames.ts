import type { Page } from '@playwright/test'

/** Until what has arrived is drawn. */
export const twoFrames = (page: Page) =>
  page.evaluate(
    () =>
      new Promise((drawn) => {
        requestAnimationFrame(() => requestAnimationFrame(drawn))
      }),
  )
