import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { v7 as uuidv7 } from 'uuid'
import { portraitPath, tusPath } from '#contract/paths.ts'
import { completionOf, newRecording, putChunk } from '../recorder.ts'
import { heardRecording } from '../transcripts.ts'
import { ask, type Doing, NothingThere, type Steps, trashed } from './world.ts'

const CHUNK_BYTES = 60_000
const film = await readFile(join(import.meta.dirname, '../films/three-seconds.webm'))
const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'olive' } })
  .png()
  .toBuffer()
const nothing = Buffer.from('of no type that is kept')

/** Steps about stories and what they contain. */
export const storySteps: Steps = {
  writeStory: async ({ who, keep }) => {
    const { id } = await who.client.stories.create({ id: uuidv7(), title: who.word, method: 'journal' })
    keep('story', id)
  },
  changeStory: ({ who, any, second }) => {
    const { id, owner } = any('story')
    const notes = Array.from({ length: second % 4 }, () => ({
      id: uuidv7(),
      text: owner.word,
      timestamp: '',
    }))
    return who.client.stories.update({
      id,
      title: owner.word,
      tags: [owner.word],
      ...(second % 3 === 0 && { notes }),
    })
  },
  putNote: async ({ who, any, keep }) => {
    const { id: storyId, owner } = any('story')
    const note = { storyId, id: uuidv7(), text: owner.word, timestamp: '00:01' }
    await who.client.stories.putNote(note)
    keep('note', note.id, storyId)
  },
  takeNoteOut: ({ who, any }) => {
    const { id, of: storyId } = any('note')
    return who.client.stories.deleteNote({ storyId, id })
  },
  putNoteBack: ({ who, any }) => {
    const { id, of: storyId, owner } = any('note')
    return who.client.stories.putNote({ storyId, id, text: owner.word, timestamp: '00:01' })
  },
  arrange: async ({ who, any, second }) => {
    const { id } = any('story')
    const { notes, files } = await who.client.stories.get({ id })
    const turned = <T>(all: T[]) => [
      ...all.slice(second % (all.length + 1)),
      ...all.slice(0, second % (all.length + 1)),
    ]
    const ids = (all: { id: string }[]) => turned(all.map((one) => one.id))
    await who.client.stories.arrange({ id, notes: ids(notes), files: ids(files) })
  },
  trashStory: ({ who, any }) => who.client.stories.delete({ id: any('story').id }),
  bringStoryBack: async (doing) => doing.who.client.stories.restore({ id: await trashed(doing, 'story') }),
  deleteStory: async (doing) => {
    const { client } = doing.who
    if (doing.second % 2 === 0) await client.stories.delete({ id: doing.own('story').id })
    await client.trash.deleteForGood({ type: 'story', id: await trashed(doing, 'story') })
  },

  comment: async ({ who, any, keep }) => {
    const { id: storyId } = any('story')
    const { id } = await who.client.comments.add({ storyId, id: uuidv7(), text: who.word })
    keep('comment', id, storyId)
  },
  changeComment: ({ who, any, second }) => {
    const { id, of: storyId, owner } = any('comment')
    if (second % 3 === 0) return who.client.comments.edit({ storyId, id, text: `${owner.word} again` })
    if (second % 3 === 1) return who.client.comments.delete({ storyId, id })
    return who.client.comments.restore({ storyId, id })
  },

  record: async (doing) => {
    const { who, second, keep } = doing
    const id = await begin(doing)
    const pieces = piecesOf(film)
    const sent = second % 10 === 0 ? pieces : pieces.slice(0, second % pieces.length)
    for (const [index, piece] of sent.entries()) await put(doing, id, index, piece)
    if (sent.length === pieces.length)
      await who.client.recordings.complete(completionOf(id, film, CHUNK_BYTES))
    keep('recording', id)
  },
  goOnRecording: async (doing) => {
    const { who, any } = doing
    const { id } = any('recording')
    const { nextIndex } = await who.client.recordings.status({ id })
    const piece = piecesOf(film)[nextIndex]
    if (piece) await put(doing, id, nextIndex, piece)
    else await who.client.recordings.complete(completionOf(id, film, CHUNK_BYTES))
  },
  discardRecording: ({ who, any }) => who.client.recordings.discard({ id: any('recording').id }),
  beSilent: ({ world, any }) =>
    world.kinora.database.asOwner(
      `update recordings set last_chunk_at = now() - interval '30 hours' where id = $1`,
      [any('recording').id],
    ),
  hear: async ({ world, who, own, second, keep }) => {
    // English is rare, because it is proofread by a program that takes seconds to start.
    const language = second % 64 === 0 ? 'en-US' : 'de-DE'
    const { id: storyId, owner } = own('story')
    const lines = [owner.word, `They teh said it.`, 'We came from Lisbon in winter.']
    const id = await heardRecording(world.kinora.services, who, lines, {
      storyId,
      language,
      part: world.made.length,
    })
    keep('transcript', id, storyId)
    keep('recording', id)
  },

  bringFile: async (doing) => {
    const { second } = doing
    const bytes = second % 10 === 9 ? film : ([picture, picture, picture, nothing][second % 4] ?? picture)
    const id = await beginUpload(doing, bytes.length)
    await sendOn(doing, id, bytes, 0)
  },
  bringHalf: async (doing) => {
    const id = await beginUpload(doing, picture.length)
    await sendOn(doing, id, picture.subarray(0, picture.length >> 1), 0)
  },
  bringRest: async (doing) => {
    const id = await underWay(doing)
    await sendOn(doing, id, picture.subarray(picture.length >> 1), picture.length >> 1)
  },
  giveUploadUp: async (doing) => {
    const path = `${tusPath}/${await underWay(doing)}`
    await ask(doing.who, path, { method: 'DELETE', headers: { 'Tus-Resumable': '1.0.0' } })
  },
  forgetUpload: ({ world, any }) =>
    world.kinora.database.asOwner(`update uploads set expires_at = now() - interval '1 hour' where id = $1`, [
      any('upload').id,
    ]),
  describeFile: ({ who, any }) => {
    const { id, owner } = any('upload')
    return who.client.media.describe({ id, caption: owner.word })
  },
  takeFileOut: ({ who, any }) => who.client.media.remove({ id: any('upload').id }),
  portrait: ({ who, any }) =>
    ask(who, portraitPath(any('member').id), { method: 'PUT', body: new Uint8Array(picture) }),
  dropPortrait: ({ who, any }) => who.client.familyMembers.removePortrait({ id: any('member').id }),
}

async function underWay({ world, who }: Doing): Promise<string> {
  const { rows } = await world.kinora.database.asOwner(
    `select id from uploads where user_id = $1 and state = 'receiving' limit 1`,
    [who.id],
  )
  if (!rows[0]) throw new NothingThere()
  return rows[0].id
}

function piecesOf(bytes: Buffer): Uint8Array<ArrayBuffer>[] {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    pieces.push(new Uint8Array(bytes.subarray(at, at + CHUNK_BYTES)))
  }
  return pieces
}

/** Begins a recording in an existing story or in a new one. */
async function begin({ who, own, first, second, world, keep }: Doing): Promise<string> {
  const isNew = second % 2 === 0
  const storyId = isNew ? uuidv7() : own('story').id
  const start = newRecording({ storyId, part: world.made.length, kind: 'video', mimeType: 'video/webm' })
  const story = { ...start.story, title: who.word, description: '', speakers: [who.word] }
  await who.client.recordings.start({ ...start, story, transcribe: first % 2 === 0 })
  if (isNew) keep('story', storyId)
  return start.id
}

async function put({ who }: Doing, id: string, index: number, piece: Uint8Array<ArrayBuffer>) {
  const answer = await putChunk(who, id, index, piece)
  if (answer.status >= 500) throw new Error(`a chunk failed: ${await answer.text()}`)
}

async function beginUpload({ who, any, second, keep }: Doing, size: number): Promise<string> {
  const about = { filename: `${who.word}.png`, ...(second % 7 !== 0 && { storyId: any('story').id }) }
  const told = Object.entries(about).map(([name, value]) => `${name} ${btoa(value)}`)
  const headers = {
    'Tus-Resumable': '1.0.0',
    'Upload-Length': String(size),
    'Upload-Metadata': told.join(','),
  }
  const begun = await ask(who, tusPath, { method: 'POST', headers })
  const id = begun.headers.get('location')?.split('/').at(-1) ?? ''
  keep('upload', id)
  return id
}

function sendOn({ who }: Doing, id: string, bytes: Uint8Array, offset: number): Promise<Response> {
  const headers = {
    'Tus-Resumable': '1.0.0',
    'Content-Type': 'application/offset+octet-stream',
    'Upload-Offset': String(offset),
  }
  return ask(who, `${tusPath}/${id}`, { method: 'PATCH', headers, body: new Uint8Array(bytes) })
}
