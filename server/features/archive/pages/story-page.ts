import type { Tx } from '../../../db/actor.ts'
import { Html, html } from '../../../html.ts'
import { hrefOf } from '../names.ts'
import type { Taken } from '../take-rows.ts'
import { pageOf } from './page.ts'

export type StoryText = {
  id: string
  title: string
  description: string
  method: string
  date: string
  location: string
  context: string
  recorded_by: string
  speakers: string[]
  tags: string[]
}

/** A transcript, and the names of the files in which it was written beside the story's page. */
export type WrittenTranscript = { name: string; text: string; files: string[] }

/** The page of one story: its media, its transcripts, its notes and its comments. */
export async function storyPage(
  tx: Tx,
  userId: string,
  story: StoryText,
  { mediaPaths }: Pick<Taken, 'mediaPaths'>,
  transcripts: WrittenTranscript[],
): Promise<string> {
  const of = { user: userId, story: story.id }
  const [notes, files, comments] = [await notesOf(tx, of), await filesOf(tx, of), await commentsOf(tx, of)]
  const facts: [string, string][] = [
    ['When', story.date],
    ['Where', story.location],
    ['Told by', story.speakers.join(', ')],
    ['Recorded by', story.recorded_by],
    ['Tags', story.tags.join(', ')],
  ]
  const content = html`<p><a href="../../index.html">All stories</a></p>
<h1 dir="auto">${story.title}</h1>
${story.description && html`<p class="words" dir="auto">${story.description}</p>`}
<dl>${facts.filter(([, value]) => value).map(([name, value]) => html`<dt>${name}</dt><dd dir="auto">${value}</dd>`)}</dl>
${story.context && html`<p class="words" dir="auto">${story.context}</p>`}
${byTalk(files, mediaPaths).map(shown)}
${notes.length > 0 && html`<h2>${story.method === 'journal' ? 'Entries' : 'Notes'}</h2>`}
${notes.map(({ text, timestamp }) => html`<div class="card"><p class="words" dir="auto"><time class="at">${timestamp}</time>${text}</p></div>`)}
${transcripts.map(({ name, text, files: written }) => html`<h2>${name}</h2><p class="soft">${written.map((file) => html`<a href="${hrefOf(file)}">${file}</a> `)}</p><p class="words" dir="auto">${text}</p>`)}
${comments.length > 0 && html`<h2>Comments</h2>`}
${comments.map(({ author, text }) => html`<div class="card"><h3 dir="auto">${author || 'Somebody'}</h3><p class="words" dir="auto">${text}</p></div>`)}
`
  return pageOf(story.title, content)
}

type Of = { user: string; story: string }

const notesOf = (tx: Tx, { user, story }: Of) =>
  tx
    .selectFrom('story_notes')
    .where('user_id', '=', user)
    .where('story_id', '=', story)
    .orderBy('position')
    .orderBy('id')
    .select(['text', 'timestamp'])
    .execute()

const commentsOf = (tx: Tx, { user, story }: Of) =>
  tx
    .selectFrom('comments')
    .where('user_id', '=', user)
    .where('story_id', '=', story)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .select(['text', 'author_name as author'])
    .execute()

/**
 * The recordings in the order of their parts, then the files that were added, both as the app shows them. All recordings have
 * the same position, and a device without a network may have sent a later part first.
 */
const filesOf = (tx: Tx, { user, story }: Of) =>
  tx
    .selectFrom('media')
    .leftJoin('recordings', (join) =>
      join
        .onRef('recordings.user_id', '=', 'media.user_id')
        .onRef('recordings.id', '=', 'media.recording_id'),
    )
    .where('media.user_id', '=', user)
    .where('media.story_id', '=', story)
    .where('media.role', '=', 'original')
    .where('media.state', '=', 'stored')
    .orderBy('recordings.part', (order) => order.asc().nullsLast())
    .orderBy('recordings.started_at')
    .orderBy('recordings.id')
    .orderBy('media.position')
    .orderBy('media.created_at')
    .orderBy('media.id')
    .select(['media.id', 'media.kind', 'media.caption', 'media.file_name as fileName'])
    .select(['media.recording_id as recordingId', 'recordings.track_group as trackGroup'])
    .execute()

type StoryFile = Awaited<ReturnType<typeof filesOf>>[number]

/**
 * Of a talk that several devices recorded, the first one's file with those of the others beside it. Where the first one's is not in
 * the archive, the others stand for themselves.
 */
function byTalk(files: StoryFile[], mediaPaths: Taken['mediaPaths']) {
  const there = files.flatMap((file) => {
    const name = mediaPaths.get(file.id)?.split('/').at(-1)
    return name === undefined ? [] : [{ ...file, name }]
  })
  const recordings = new Set(there.map(({ recordingId }) => recordingId))
  const isBeside = ({ recordingId, trackGroup }: StoryFile) =>
    trackGroup !== null && trackGroup !== recordingId && recordings.has(trackGroup)
  const beside = there.filter(isBeside)
  return there
    .filter((file) => !isBeside(file))
    .map((file) => ({
      ...file,
      besides: beside.filter(({ trackGroup }) => trackGroup === file.recordingId),
    }))
}

function shown({ kind, caption, fileName, name, besides }: ReturnType<typeof byTalk>[number]): Html {
  return html`<figure>${playerOf(kind, encodeURIComponent(name), caption || fileName)}
<figcaption dir="auto">${caption && html`${caption} · `}${linkTo(fileName, name)}${besides.map((other) => html`<br>The same talk from another device: ${linkTo(other.fileName, other.name)}`)}</figcaption></figure>`
}

const linkTo = (fileName: string, name: string): Html =>
  html`<a href="${encodeURIComponent(name)}">${fileName || name}</a>`

function playerOf(kind: string, href: string, words: string): Html {
  switch (kind) {
    case 'video':
      return html`<video controls preload="metadata" src="${href}" aria-label="${words || 'Recording'}"></video>`
    case 'audio':
      return html`<audio controls preload="metadata" src="${href}" aria-label="${words || 'Recording'}"></audio>`
    case 'image':
      return html`<img loading="lazy" src="${href}" alt="${words}">`
    default:
      return new Html('')
  }
}
