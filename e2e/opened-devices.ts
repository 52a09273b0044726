import type { BrowserContext, Page } from '@playwright/test'

declare global {
  interface Window {
    /** Every track of a camera or microphone that this page has opened. */
    openedTracks?: MediaStreamTrack[]
  }
}

/** Makes pages remember the cameras and microphones that they open. */
export const rememberDevices = (pages: BrowserContext | Page): Promise<unknown> =>
  pages.addInitScript(() => {
    const { mediaDevices } = navigator
    // A page without a secure address has none.
    if (!mediaDevices) return
    const open = mediaDevices.getUserMedia.bind(mediaDevices)
    mediaDevices.getUserMedia = async (wanted) => {
      const stream = await open(wanted)
      window.openedTracks = [...(window.openedTracks ?? []), ...stream.getTracks()]
      return stream
    }
  })

/** The kinds of the devices that are still open in the page: their lights are on. */
export const openDevices = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    (window.openedTracks ?? []).filter(({ readyState }) => readyState === 'live').map(({ kind }) => kind),
  )
