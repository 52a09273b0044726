import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { createTestKinora } from '../../testing/kinora.ts'

const { database, person } = await createTestKinora()

test('a story takes as many files as can be put in order, and says that it is full', async () => {
  const ana = await person()
  const storyId = uuidv7()
  await ana.client.stories.create({ id: storyId, title: 'The attic', method: 'upload' })
  await database.asOwner(
    `insert into media (user_id, story_id, role, kind, state, mime_type, storage_key)
     select $1::uuid, $2::uuid, 'original', 'image', 'stored', 'image/png', 'media/' || $1::text || '/' || number
     from generate_series(1, $3::int) number`,
    [ana.id, storyId, limits.filesPerStory - 1],
  )
  const begin = () =>
    ana.request('/media/uploads', {
      method: 'POST',
      headers: {
        'Tus-Resumable': '1.0.0',
        'Upload-Length': '1000',
        'Upload-Metadata': `storyId ${Buffer.from(storyId).toString('base64')}`,
      },
    })

  expect((await begin()).status).toBe(201)

  const refused = await begin()
  expect(refused.status).toBe(422)
  expect(await refused.json()).toMatchObject({ code: 'LIMIT_REACHED' })
})
