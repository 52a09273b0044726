import { readdir } from 'node:fs/promises'
import sharp from 'sharp'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { createTestKinora } from '../../../testing/kinora.ts'
import { drawPage } from './draw-page.ts'

const { person, services, database } = await createTestKinora({
  AI_IMAGE_URL: 'http://127.0.0.1:9',
  AI_IMAGE_MODEL: 'painter-1',
})
const png = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#d8e6c9' } })
  .png()
  .toBuffer()

test('a picture that two workers draw at once is shown once and marked, and no file of the other stays', async () => {
  const ana = await person()
  const storyId = uuidv7()
  await ana.client.stories.create({ id: storyId, title: 'Bread', method: 'journal' })
  const { id } = await ana.client.storybooks.create({ id: uuidv7(), title: 'Kitchen', storyIds: [storyId] })
  const cover = async () => (await ana.client.storybooks.pages({ id, limit: 1 })).items[0]
  const drawingId = uuidv7()
  const page = { storybookId: id, id: (await cover())?.id ?? '' }
  await ana.client.bookPictures.draw({ ...page, drawingId })
  const drawWhile = (meanwhile: () => Promise<void>) =>
    drawPage(
      {
        ...services,
        imageModel: {
          label: 'painter-1',
          draw: async () => {
            await meanwhile()
            return png
          },
        },
      },
      { userId: ana.id, drawingId },
      { log: services.log, attempt: 1, isLastAttempt: true, signal: new AbortController().signal },
    )

  await drawWhile(() => drawWhile(async () => undefined))

  expect((await ana.client.bookPictures.get({ storybookId: id })).drawings).toMatchObject([
    { state: 'done', failure: null },
  ])
  const content = (await cover())?.content
  expect(content).toMatchObject({ kind: 'cover', isDrawn: true })
  const { rows } = await database.asOwner('select id from media where user_id = $1', [ana.id])
  expect(rows.map((row) => row.id)).toEqual([content?.kind === 'cover' && content.pictureId])
  const stored = await readdir(services.env.dataDir, { recursive: true, withFileTypes: true })
  expect(stored.filter((file) => file.isFile() && file.parentPath.includes(ana.id))).toHaveLength(1)
})
