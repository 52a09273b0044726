import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { addedFile } from '../../testing/added-files.ts'
import type { Person } from '../../testing/family.ts'
import { familyArchive } from '../../testing/family-archive.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { heardRecording, hearFile } from '../../testing/transcripts.ts'
import { readStory } from './read-story.ts'

const kinora = await createTestKinora()
const { person, services, database } = kinora

const kept = ['We baked bread in the oven.', 'The bread of the village came from our oven.']
const tape = [
  'Our uncle stole the horses at night, and the horses were never found.',
  'He sold the horses in the town and gave the bread to the children.',
  'The judge asked about the horses and my father knew about the horses.',
]

/** A story that was told in a recording and in a file, and was read. */
async function toldTwice(ana: Person) {
  const story = await ana.client.stories.create({ id: uuidv7(), title: 'The village', method: 'upload' })
  const stays = await heardRecording(services, ana, kept, { storyId: story.id })
  const goes = await addedFile(kinora, ana, story.id, { kind: 'audio', mimeType: 'audio/webm' })
  await hearFile(services, ana, goes, tape)
  await readStory(
    { db: services.db, textModel: null },
    { userId: ana.id, storyId: story.id },
    { log: services.log, attempt: 1, isLastAttempt: false, signal: new AbortController().signal },
  )
  return { story, stays, goes }
}

test('what was said in a file is proposed no more, nor quoted, once the file was taken out of the story', async () => {
  const ana = await person()
  const { story, stays, goes } = await toldTwice(ana)
  const list = () => ana.client.storyProposals.list({ storyId: story.id })
  const ofKind = async (kind: string) => (await list()).items.filter((one) => one.kind === kind)
  const [summary] = await ofKind('summary')
  expect(summary?.text).toContain('horses')
  const horses = (await ofKind('tag')).find(({ text }) => text === 'horses')
  await ana.client.storyProposals.decide({
    storyId: story.id,
    ids: [horses?.id ?? ''],
    decision: 'accepted',
  })

  await ana.client.media.remove({ id: goes })

  expect(await ofKind('summary')).toEqual([])
  expect((await list()).isOld).toBe(true)
  const tags = (await ofKind('tag')).toSorted((one, other) => one.text.localeCompare(other.text))
  expect(tags).toMatchObject([
    { text: 'bread', evidence: kept.map((sentence) => ({ sentence, spans: [{ transcriptId: stays }] })) },
    { text: 'horses', state: 'accepted', evidence: [] },
    { text: 'oven' },
  ])
  expect(JSON.stringify(await list())).not.toMatch(/uncle|judge|sold/)
  const open = (await list()).items.filter(({ state }) => state === 'open').length
  expect(await ana.client.account.waiting()).toMatchObject([{ kind: 'proposals', count: open }])

  await database.asOwner('delete from transcripts where user_id = $1', [ana.id])
  expect(await list()).toMatchObject({ hasWords: false, items: [{ text: 'horses' }], more: { open: 0 } })
})

test('an archive quotes nothing of a file that was taken out of its story, and all of a story in the trash', async () => {
  const ana = await person()
  const { story, stays, goes } = await toldTwice(ana)
  const proposals = async () => {
    const { files } = await familyArchive(kinora, ana.id)
    return String(files.get('records/story_proposals.jsonl'))
  }
  await ana.client.stories.delete({ id: story.id })
  expect(await proposals()).toMatch(/uncle.*judge/s)
  await ana.client.stories.restore({ id: story.id })

  await ana.client.media.remove({ id: goes })

  const left = await proposals()
  expect(left).not.toMatch(/uncle|judge|horses/)
  expect(left).not.toContain(goes)
  expect(left).toContain('oven')
  expect(left).toContain(stays)
})
