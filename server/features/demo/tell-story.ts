import sharp from 'sharp'
import type { Database } from '../../db/database.ts'
import { keepKnownWords } from '../transcripts/transcripts.ts'
import type { Device } from './device.ts'
import { idOf } from './ids.ts'
import { pictureOf } from './pictures.ts'
import type { DemoStory, JournalStory, RecordedStory, UploadStory } from './stories.ts'
import { readVoice } from './voices.ts'

const CONTEXT =
  'From the invented demo family: the voices are synthesised by a machine, the pictures are drawn.'

/** Tells one of the demo's stories; repeating it changes nothing. */
export async function tellStory(
  device: Device,
  db: Database,
  story: DemoStory,
  index: number,
): Promise<void> {
  const id = idOf(device.userId, `story ${story.title}`)
  switch (story.method) {
    case 'recording':
      await tellRecorded(device, db, id, story, index)
      break
    case 'journal':
      await tellWritten(device, id, story)
      break
    case 'upload':
      await tellByFiles(device, id, story)
  }
  const { location, tags } = story
  await device.client.stories.update({ id, location, tags, recordedBy: 'Nora Amadi', context: CONTEXT })
}

async function tellRecorded(
  device: Device,
  db: Database,
  storyId: string,
  story: RecordedStory,
  index: number,
): Promise<void> {
  const { client, userId } = device
  const { title, description, date } = story
  const { webm, words } = await readVoice(story.voice)
  const people = [...new Set(words.map(([, , speaker]) => speaker))]
  const kind = story.picture ? 'video' : 'audio'
  const transcriptId = idOf(userId, `recording ${title}`)

  const start = {
    id: transcriptId,
    story: { id: storyId, title, description, date, time: '', speakers: people },
    part: 0,
    kind,
    mimeType: `${kind}/webm`,
    quality: 'low',
    startedAt: new Date(Date.UTC(2025, 2, 8 + index * 12, 15, 10)).toISOString(),
  } as const
  await device.record(start, webm, words.at(-1)?.[1] ?? 0)

  const known = words.map(([startMs, endMs, speaker, text]) => ({
    startMs,
    endMs,
    speaker,
    text,
    confidence: null,
  }))
  await keepKnownWords(db, { userId, transcriptId }, known, 'en')
  // Done even if the words are stored already, because the process that stored them may have been killed before it
  // named the speakers.
  await client.transcripts.edit({
    id: transcriptId,
    commands: people.map((name) => ({
      type: 'nameSpeaker',
      id: idOf(userId, `name ${title} ${name}`),
      speaker: name,
      baseVersion: 0,
      name,
    })),
  })
  for (const [timestamp, text] of story.notes ?? []) {
    await client.stories.putNote({ storyId, id: idOf(userId, `note ${text}`), text, timestamp })
  }
}

async function tellWritten({ client, userId }: Device, id: string, story: JournalStory): Promise<void> {
  const { title, description, date, method } = story
  await client.stories.create({ id, title, description, date, method, speakers: ['Nora'] })
  for (const [index, text] of story.entries.entries()) {
    const note = idOf(userId, `entry ${title} ${index}`)
    await client.stories.putNote({ storyId: id, id: note, text, timestamp: '00:00' })
  }
}

async function tellByFiles(device: Device, id: string, story: UploadStory): Promise<void> {
  const { client } = device
  const { title, description, date, method } = story
  const { files: present } = await client.stories.create({ id, title, description, date, method })
  for (const [picture, caption] of story.files) {
    const fileName = `${picture}.jpg`
    const known = present.find((file) => file.fileName === fileName)?.id
    const mediaId = known ?? (await device.upload(id, fileName, await photograph(picture)))
    await client.media.describe({ id: mediaId, caption })
  }
}

async function photograph(picture: Parameters<typeof pictureOf>[0]): Promise<Uint8Array<ArrayBuffer>> {
  const jpeg = await sharp(Buffer.from(pictureOf(picture)))
    .jpeg({ quality: 88 })
    .toBuffer()
  return new Uint8Array(jpeg)
}
