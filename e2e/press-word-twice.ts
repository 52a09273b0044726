import type { Locator } from '@playwright/test'

/** A player, with what is waited for between two presses. */
type Followed = HTMLMediaElement & { followed?: Promise<void> }

/**
 * Double-clicks a word of a transcript, as slowly as people do: the first press has taken effect when the second one follows, at
 * the same place of the window.
 */
export async function pressWordTwice(word: Locator): Promise<void> {
  const page = word.page()
  await page.bringToFront()
  await word.scrollIntoViewIfNeeded()
  const { x = 0, y = 0, width = 0, height = 0 } = (await word.boundingBox()) ?? {}
  await page.mouse.move(x + width / 2, y + height / 2)
  const player = page.locator('video, audio')
  // Waits until the player has sought and the page had half a second to follow, which is how long systems wait for a second press.
  // That is thirty frames, or half a second of the film if a busy machine draws fewer, as the page follows what is said. Whether
  // the film is still playing says nothing, because it may be over.
  await player.evaluate((element: Followed) => {
    element.followed = new Promise((resolve) => {
      const count = (frames: number, until: number) => {
        if (frames > 0 && element.currentTime < until) requestAnimationFrame(() => count(frames - 1, until))
        else resolve()
      }
      element.addEventListener('seeked', () => count(30, element.currentTime + 0.5), { once: true })
    })
  })
  await page.mouse.down({ clickCount: 1 })
  await page.mouse.up({ clickCount: 1 })
  // At once and not by looking again and again: meanwhile the film may reach the next line, and the page goes there with it.
  await player.evaluate((element: Followed) => element.followed)
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
}
