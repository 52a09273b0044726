import { expect } from '@playwright/test'
import { v7 as uuidv7 } from 'uuid'
import { filmWithoutFfmpeg } from '../server/testing/test-media.ts'
import { test } from './test-with-database.ts'
import { heard } from './transcripts.ts'

test('listening goes on behind a chapter whose recording is not there any more', async ({
  page,
  person,
  world,
}) => {
  const told = async (text: string) =>
    (await heard(world, person, await filmWithoutFfmpeg(), [{ speaker: '1', startMs: 200, text }])).storyId
  const [dance, rain] = [await told('We danced until morning.'), await told('It rained on Sunday.')]
  const { id } = await person.api.storybooks.create({
    id: uuidv7(),
    title: 'Voices',
    storyIds: [dance, rain],
  })
  await person.api.stories.delete({ id: dance })
  await page.goto(`/app/storybooks/${id}`)
  await page.evaluate(speakSlowly)
  const lost = page.getByRole('alert').filter({ hasText: 'cannot be heard just now' })

  await page.getByRole('button', { name: 'Listen from here' }).click()
  await expect(page.locator('[data-spoken]')).toHaveText('It rained on Sunday.')
  await expect(lost).toHaveCount(0)

  await page.goto(`/app/storybooks/${id}?page=4`)
  await page.getByRole('button', { name: 'Hear: We danced until morning.' }).click()
  await expect(lost).toBeVisible()
})

/** Plays the short film at the slowest speed that browsers know, which leaves time to look at the page while a passage is played. */
function speakSlowly(): void {
  const { play } = HTMLMediaElement.prototype
  HTMLMediaElement.prototype.play = function () {
    this.playbackRate = 0.0625
    return play.call(this)
  }
}
