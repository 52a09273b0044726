import type { Page } from '@playwright/test'

/** One picture: how to come to it. */
export type Look = {
  name: string
  signedIn: boolean
  /** Only what the window shows, for dialogs that stand above the page. */
  whole?: boolean
  /** What it opens depends on the width: made wider or narrower afterwards it would be another picture. */
  opensByWidth?: boolean
  /** It is laid out for the size that letters have when it is opened. */
  opensByLetters?: boolean
  open: (page: Page) => Promise<void>
}
