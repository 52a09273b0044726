import type { Page } from '@playwright/test'

/** One picture of a page, with the way to open it. */
export type Look = {
  name: string
  signedIn: boolean
  /** Whether to take the whole page; false for dialogs, of which only the window is taken. */
  whole?: boolean
  /** Whether what is opened depends on the window's width, so that resizing afterwards would give another picture. */
  opensByWidth?: boolean
  /** Whether it is laid out once for the letter size at the time of opening. */
  opensByLetters?: boolean
  open: (page: Page) => Promise<void>
}
