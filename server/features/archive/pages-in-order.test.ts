import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import type { Person } from '../../testing/family.ts'
import { familyArchive } from '../../testing/family-archive.ts'
import { createTestKinora, type TestKinora } from '../../testing/kinora.ts'
import { heardRecording } from '../../testing/transcripts.ts'

const kinora: TestKinora = await createTestKinora()
const { database, services } = kinora

/** A part of a story whose recording is finished, with one line of a transcript. */
async function tell(who: Person, storyId: string, part: number, line: string): Promise<void> {
  const id = await heardRecording(services, who, [line], { storyId, part })
  await database.asOwner(
    `update recordings set state = 'ready', duration_ms = 4000 where user_id = $1 and id = $2`,
    [who.id, id],
  )
  const { rows } = await database.asOwner(
    `update media set state = 'stored', size_bytes = 9, file_name = $3 from recordings r
     where media.user_id = $1 and r.user_id = $1 and r.id = $2 and r.original_media_id = media.id
     returning media.storage_key`,
    [who.id, id, `part ${part + 1}.webm`],
  )
  await services.storage.put(rows[0].storage_key, Buffer.from('wildgeese'))
}

/** A picture of a story; two of one place were added at once, and the older one comes first. */
async function add(who: Person, storyId: string, fileName: string, position: number, id = uuidv7()) {
  const key = `media/${who.id}/${id}`
  await services.storage.put(key, Buffer.from('wildgeese'))
  await database.asOwner(
    `insert into media (user_id, id, story_id, role, kind, state, mime_type, file_name, size_bytes, storage_key, position)
     values ($1, $2, $3, 'original', 'image', 'stored', 'image/png', $4, 9, $5, $6)`,
    [who.id, id, storyId, fileName, key, position],
  )
}

test('the page of a story shows its parts, its files and its transcripts in the order in which the app shows them', async () => {
  const ana = await kinora.person('Ana')
  const { id } = await ana.client.stories.create({ id: uuidv7(), title: 'The mill', method: 'recording' })
  const last = uuidv7()
  await add(ana, id, 'first.png', 0)
  await add(ana, id, 'second.png', 1, 'ffffffff-ffff-4fff-8fff-ffffffffffff')
  await add(ana, id, 'third.png', 1, last)
  // A device without a network sends its parts when it can, the second one first.
  await tell(ana, id, 1, 'And then we swam home.')
  await tell(ana, id, 0, 'We built a raft.')

  const { files } = await familyArchive(kinora, ana.id)

  const page = String([...files].find(([path]) => /^stories\/.*index\.html$/.test(path))?.[1])
  const inOrder = ['part 1.webm', 'part 2.webm', 'first.png', 'second.png', 'third.png']
  expect(page.match(/(?<=">)[^<>]*\.(webm|png)(?=<)/g)).toEqual(inOrder)
  expect(page.match(/We built a raft|And then we swam home/g)).toEqual([
    'We built a raft',
    'And then we swam home',
  ])
})
