import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import type { Person } from '../../testing/family.ts'
import { familyArchive } from '../../testing/family-archive.ts'
import { createTestKinora, type TestKinora } from '../../testing/kinora.ts'
import { heardRecording } from '../../testing/transcripts.ts'

const kinora: TestKinora = await createTestKinora()
const { database, services } = kinora

/** A part of a story whose recording is finished, with one line of a transcript. */
async function tell(who: Person, storyId: string, part: number, line: string): Promise<string> {
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
  return id
}

/** Two devices recorded the same talk, and the second one is placed against the first. */
const becomeTracks = (first: string, second: string) =>
  database.asOwner(
    'update recordings set track_group = $1, offset_ms = 0, drift_ppm = 0 where id in ($1, $2)',
    [first, second],
  )

/** What an archive has of a family's only story: what matches on its page, and the names of the files beside it. */
async function archiveOf(who: Person) {
  const { files } = await familyArchive(kinora, who.id)
  const written = [...files.keys()].filter((path) => path.startsWith('stories/'))
  const page = String(files.get(written.find((path) => path.endsWith('/index.html')) ?? ''))
  return {
    all: (pattern: RegExp) => page.match(pattern),
    names: written.map((path) => path.split('/').at(-1) ?? ''),
  }
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

  const { all } = await archiveOf(ana)

  const inOrder = ['part 1.webm', 'part 2.webm', 'first.png', 'second.png', 'third.png']
  expect(all(/(?<=">)[^<>]*\.(webm|png)(?=<)/g)).toEqual(inOrder)
  expect(all(/We built a raft|And then we swam home/g)).toEqual(['We built a raft', 'And then we swam home'])
})

test('a talk on two devices stands on the page once, with the film of the second one beside it', async () => {
  const ana = await kinora.person('Ana')
  const { id } = await ana.client.stories.create({ id: uuidv7(), title: 'The mill', method: 'recording' })
  const onComputer = await tell(ana, id, 0, 'We built a raft.')
  const onPhone = await tell(ana, id, 2, 'We built a raft.')
  await becomeTracks(onComputer, onPhone)

  const alone = await archiveOf(ana)
  expect(alone.all(/<h2>.*?<\/h2>/g)).toEqual(['<h2>Transcript</h2>'])
  expect(alone.names.filter((name) => name.endsWith('.txt'))).toEqual(['transcript.txt'])
  expect(alone.names.filter((name) => name.endsWith('.webm'))).toHaveLength(2)

  await tell(ana, id, 1, 'And then we swam home.')
  const { all, names } = await archiveOf(ana)
  expect(all(/<video/g)).toHaveLength(2)
  expect(all(/(?<=">)[^<>]*\.webm(?=<)|same talk from another device/g)).toEqual([
    'part 1.webm',
    'same talk from another device',
    'part 3.webm',
    'part 2.webm',
  ])
  expect(names.filter((name) => name.endsWith('.txt'))).toEqual(['transcript-1.txt', 'transcript-2.txt'])
  expect(all(/We built a raft|And then we swam home/g)).toHaveLength(2)
})

test('what only the second device has of a talk is shown as if it were the only one', async () => {
  const ana = await kinora.person('Ana')
  const { id } = await ana.client.stories.create({ id: uuidv7(), title: 'The mill', method: 'recording' })
  const onComputer = await tell(ana, id, 0, 'Nothing of this could be heard.')
  await becomeTracks(onComputer, await tell(ana, id, 1, 'We built a raft.'))
  await database.asOwner('delete from transcript_lines where transcript_id = $1', [onComputer])
  await database.asOwner(
    `insert into damaged_media (user_id, media_id, damage) select user_id, id, 'missing' from media where recording_id = $1`,
    [onComputer],
  )

  const { all } = await archiveOf(ana)

  expect(all(/<video|<h2>.*?<\/h2>|We built a raft|another device/g)).toEqual([
    '<video',
    '<h2>Transcript</h2>',
    'We built a raft',
  ])
})
