import { expect, type Locator } from '@playwright/test'

/**
 * A double click on a word of a transcript, as slow as people's: what the first press does is done when the second
 * comes, and that comes to the same place of the window.
 */
export async function pressWordTwice(word: Locator): Promise<void> {
  const page = word.page()
  await page.bringToFront()
  await word.scrollIntoViewIfNeeded()
  const { x = 0, y = 0, width = 0, height = 0 } = (await word.boundingBox()) ?? {}
  await page.mouse.move(x + width / 2, y + height / 2)
  const player = page.locator('video, audio')
  // It was sought, and the page had half a second to follow: systems wait that long for a second press. That is thirty frames, or
  // half a second of the film where a busy machine draws fewer, as the page goes on with what is said. Whether it still plays says
  // nothing: the film may be over.
  await player.evaluate((element: HTMLMediaElement) => {
    delete element.dataset.sought
    const count = (frames: number, until: number) => {
      if (frames > 0 && element.currentTime < until) requestAnimationFrame(() => count(frames - 1, until))
      else element.dataset.sought = 'yes'
    }
    element.addEventListener('seeked', () => count(30, element.currentTime + 0.5), { once: true })
  })
  for (const clickCount of [1, 2]) {
    await page.mouse.down({ clickCount })
    await page.mouse.up({ clickCount })
    if (clickCount === 1) await expect(player).toHaveAttribute('data-sought', 'yes')
  }
}
