import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { asUser } from '../../db/actor.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { recordWhole } from '../../testing/recorder.ts'
import { chapterVoices, openVoices } from './chapter-voices.ts'

const { person, services } = await createTestKinora()

test.each([
  ['the day that its story has', 'Easter 1961', 'Easter 1961'],
  ['no day where its story has none: only the device knew which one it was there', '', ''],
])('beside a chapter’s voice stands %s', async (_what, date, printed) => {
  const ana = await person('Ana')
  const { story } = await recordWhole(ana, new TextEncoder().encode('film'))
  await ana.client.stories.update({ id: story.id, title: 'The dance', date })
  const { id: bookId } = await ana.client.storybooks.create({
    id: uuidv7(),
    title: 'Our book',
    storyIds: [story.id],
  })

  const voices = await asUser(services.db, ana.claims, async (tx) => {
    await openVoices(tx, services, { userId: ana.id, bookId })
    return chapterVoices(tx, services, ana.id, [{ id: story.id, title: 'The dance', date }])
  })

  expect([...voices.values()]).toMatchObject([{ title: 'The dance', date: printed }])
})
