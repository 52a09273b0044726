import { expect } from '@playwright/test'
import { test } from './test.ts'
import { writeStory } from './write-story.ts'

test('on a phone all tabs of a story stand beside each other, none of them cut and each as large as a finger', async ({
  page,
  person,
}) => {
  const storyId = await writeStory(person, 'The diary')
  await page.goto(`/app/stories/${storyId}`)
  const tabs = page.getByRole('tablist', { name: 'About this story' }).getByRole('tab')
  await expect(tabs).toHaveText(['Summary', 'Recording', 'Transcript', 'Comments'])
  for (const width of [390, 360, 320]) {
    await page.setViewportSize({ width, height: 844 })
    for (const chosen of await tabs.all()) {
      await chosen.click()
      const places = await tabs.evaluateAll((all) =>
        all.map((tab) => {
          const { top, left, right, height } = tab.getBoundingClientRect()
          return { top, left, right, height, isCut: tab.scrollWidth > tab.clientWidth }
        }),
      )
      expect(new Set(places.map(({ top }) => top)).size, `${width} px wide`).toBe(1)
      for (const { left, right, height, isCut } of places) {
        expect(left).toBeGreaterThanOrEqual(0)
        expect(right).toBeLessThanOrEqual(width)
        expect(height).toBeGreaterThanOrEqual(48)
        expect(isCut).toBe(false)
      }
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
})
