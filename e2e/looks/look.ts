import type { Page } from '@playwright/test'

/** One picture: how to come to it. */
export type Look = {
  name: string
  signedIn: boolean
  /** Only what the window shows, for dialogs that stand above the page. */
  whole?: boolean
  open: (page: Page) => Promise<void>
}
