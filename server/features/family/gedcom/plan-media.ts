import { createHash } from 'node:crypto'
import { z } from 'zod'
import { cutText } from '#contract/cut-text.ts'
import { limits } from '#contract/limits.ts'
import type { Tx } from '../../../db/actor.ts'
import { nameOfPerson } from '../../family-members/family-members.ts'
import type { Package } from './gedzip.ts'
import type { FileMedia, FilePerson, FileStory } from './own-family.ts'

/** A file of a package on its way into a story. */
export type PlannedFile = { id: string; path: string; fileName: string; caption: string; size: number }
/** A story that files are added to: one that is here, or the one that is made for them. */
export type PlannedStory = { id: string; isNew: boolean; draft: FileStory; files: PlannedFile[] }
export type MediaPlan = {
  stories: PlannedStory[]
  /** How many files are here already, or lie in the trash. */
  here: number
  /** The paths of files that are left out: more than a story holds, too large, or empty. */
  leftOut: string[]
}

type Read = { people: FilePerson[]; media: FileMedia[] }

/**
 * Decides where each file of a package goes. Files of our own export go back into their story, or into a new one like it; files
 * of other programs go into one story for each person, with the person's name as its title. Ids are derived from what the
 * package says, so that importing the same package again adds nothing twice.
 */
export async function planMedia(
  tx: Tx,
  userId: string,
  { people, media }: Read,
  ids: ReadonlyMap<string, string>,
  inside: Package,
): Promise<MediaPlan> {
  const here = await whatIsHere(tx, userId)
  const nameOf = namesOf(people)
  const stories = new Map<string, PlannedStory & { isTrashed: boolean; names: Set<string> }>()
  const plan: MediaPlan = { stories: [], here: 0, leftOut: [] }
  for (const file of media) {
    const id = storyIdOf(userId, file, ids, here.stories)
    const names = file.people.map(nameOf).filter(Boolean)
    const story = stories.get(id) ?? {
      id,
      isNew: !here.stories.has(id),
      draft: file.story ?? { id, title: names[0] ?? file.fileName, description: '', date: '', speakers: [] },
      files: [],
      isTrashed: here.stories.get(id) === 'trashed',
      names: new Set(),
    }
    stories.set(id, story)
    for (const name of names) story.names.add(name)
    const size = inside.entry(file.path)?.size ?? 0
    const fileId = fileIdOf(userId, id, file, inside)
    const isOwn = here.files.has(ownIdIn(file) ?? '')
    if (isOwn || here.files.has(fileId) || story.isTrashed) plan.here += 1
    else if (isTooMuch(size, story.files.length)) plan.leftOut.push(file.path)
    else {
      story.files.push({ id: fileId, path: file.path, fileName: file.fileName, caption: file.caption, size })
    }
  }
  plan.stories = [...stories.values()]
    .filter(({ files }) => files.length > 0)
    .map(({ id, isNew, draft, files, names }) => ({
      id,
      isNew,
      draft: namingAll(draft, files, names),
      files,
    }))
  return plan
}

const isTooMuch = (size: number, files: number) =>
  size === 0 || size > limits.gedzipFileBytes || files >= limits.filesPerStory

function namesOf(people: FilePerson[]): (xref: string) => string {
  const names = new Map(
    people.map(({ xref, firstName, lastName }) => [xref, nameOfPerson(firstName, lastName)]),
  )
  return (xref) => names.get(xref) ?? ''
}

/** Adds the names of people whom the story shows but does not name, because a person's page finds stories by the name. */
function namingAll(draft: FileStory, files: PlannedFile[], names: Set<string>): FileStory {
  const title = draft.title || files[0]?.fileName || draft.id
  const said = [title, draft.description, ...draft.speakers, ...files.map(({ caption }) => caption)]
    .join('\n')
    .toLowerCase()
  const unsaid = [...names].filter((name) => !said.includes(name.toLowerCase()))
  const description = [draft.description, unsaid.join(' · ')].filter(Boolean).join('\n\n')
  return {
    ...draft,
    title: cutText(title, limits.title),
    description: cutText(description, limits.description),
  }
}

type Here = { stories: Map<string, 'here' | 'trashed'>; files: Set<string> }

async function whatIsHere(tx: Tx, userId: string): Promise<Here> {
  const stories = await tx
    .selectFrom('stories')
    .select(['id', 'deleted_at'])
    .where('user_id', '=', userId)
    .execute()
  const files = await tx
    .selectFrom('media')
    .select('id')
    .where('user_id', '=', userId)
    .where('role', '=', 'original')
    .where('state', '=', 'stored')
    .where('recording_id', 'is', null)
    .where('story_id', 'is not', null)
    .execute()
  return {
    stories: new Map(stories.map(({ id, deleted_at }) => [id, deleted_at ? 'trashed' : 'here'])),
    files: new Set(files.map(({ id }) => id)),
  }
}

function storyIdOf(
  userId: string,
  { story, people, path }: FileMedia,
  ids: ReadonlyMap<string, string>,
  here: Here['stories'],
): string {
  if (story && here.has(story.id)) return story.id
  if (story) return idFrom(userId, 'story', story.id)
  const person = people.map((xref) => ids.get(xref)).find((id) => id !== undefined)
  return person ? idFrom(userId, 'person', person) : idFrom(userId, 'file', path)
}

function fileIdOf(userId: string, storyId: string, { path }: FileMedia, inside: Package): string {
  const { size, crc32 } = inside.entry(path) ?? { size: 0, crc32: 0 }
  return idFrom(userId, 'file', storyId, path, String(size), String(crc32))
}

/** The id of a file that our own export has packed, which is its name there; null for the files of other programs. */
function ownIdIn({ path, story }: FileMedia): string | null {
  const found = story ? /^media\/([^/.]+)\.\w+$/.exec(path)?.[1] : undefined
  return z.uuid().safeParse(found).success ? (found ?? null) : null
}

/** A name-based id (RFC 9562, version 8, on SHA-256). */
function idFrom(...names: string[]): string {
  const bytes = createHash('sha256')
    .update(JSON.stringify(['gedzip', ...names]))
    .digest()
    .subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
