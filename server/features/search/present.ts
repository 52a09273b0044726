import { promptCategory } from '#contract/prompts.ts'
import {
  type FoundBook,
  type FoundPerson,
  type FoundPlace,
  type FoundPrompt,
  type FoundStory,
  foundKinds,
} from '#contract/search.ts'
import { storyMethod } from '#contract/stories.ts'
import type { HitRow } from './hits.ts'
import { excerptOf, type Marker } from './marked-text.ts'

/** Stories in the order of their rows, each with the places that are worth showing. */
export function foundStories(rows: readonly HitRow[], mark: Marker): { story: FoundStory; score: number }[] {
  const stories = new Map<string, { story: FoundStory; score: number }>()
  for (const row of rows) {
    const key = `${row.ownerId} ${row.storyId}`
    const known = stories.get(key) ?? { story: foundStory(row, mark), score: row.storyScore ?? 0 }
    stories.set(key, known)
    const place = foundPlace(row, mark)
    if (place && !isRepeated(place, known.story.places)) known.story.places.push(place)
  }
  return [...stories.values()]
}

function foundStory(row: HitRow, mark: Marker): FoundStory {
  return {
    id: row.storyId,
    ownerId: row.ownerId,
    title: mark(row.title ?? '', row.language),
    method: storyMethod.parse(row.method),
    date: row.date ?? '',
    duration: row.duration ?? 0,
    speakers: row.speakers ?? [],
    places: [],
    placeCount: row.storyHits ?? 0,
  }
}

/** A place to show; null for a hit that the story's title shows already. */
export function foundPlace(
  row: Pick<HitRow, 'kind' | 'sourceId' | 'piece' | 'said' | 'language' | 'recordingId' | 'atMs'>,
  mark: Marker,
): FoundPlace | null {
  const kind = row.kind === 'story' ? 'speaker' : foundKinds.find((known) => known === row.kind)
  if (!kind) return null
  const said = mark(row.said, row.language)
  if (kind === 'speaker' && said.marks.length === 0) return null
  return {
    kind,
    id: row.sourceId,
    piece: row.piece,
    said: excerptOf(said),
    recordingId: row.recordingId,
    seconds: row.atMs === null ? null : row.atMs / 1_000,
  }
}

/** Whether a place is among these already: a speaker's name, say, is found in the story and again in its recordings. */
function isRepeated(place: FoundPlace, places: readonly FoundPlace[]): boolean {
  return places.some(
    (other) =>
      other.kind === place.kind &&
      (other.said.text === place.said.text || (other.id === place.id && other.piece === place.piece)),
  )
}

export const foundPerson = (row: HitRow, mark: Marker): FoundPerson => ({
  id: row.sourceId,
  name: mark(row.said, row.language),
  relationship: row.relationship ?? '',
  sharedBy: row.sharedBy,
})

export const foundPrompt = (row: HitRow, mark: Marker): FoundPrompt => ({
  id: row.sourceId,
  text: mark(row.said, row.language),
  category: promptCategory.catch('General').parse(row.category),
})

export const foundBook = (row: HitRow, mark: Marker): FoundBook => ({
  id: row.sourceId,
  ownerId: row.ownerId,
  title: mark(row.said, row.language),
})
