import { now } from '../../lib/clock.ts'
import { deviceMemory } from '../../lib/device-memory.ts'
import { situationOf } from '../../lib/errors.ts'
import { client } from '../../lib/rpc.ts'
import { knownNewStory } from '../../recorder/new-story-for.ts'
import { isRefusal } from './forget-note.ts'

/** A sent mark is kept for a while, because the story may still refuse the recording in which the question was asked. */
type Mark = { promptId: string; storyId: string; at: string; sent?: boolean }

/** How long a mark waits for a story that was never created, and how long a sent mark is kept. */
const waitMs = 7 * 24 * 3_600_000
const keyOf = (userId: string) => `kinora.asked.${userId}`

/** Remembers on this device that a question was asked, until the server knows it. */
export function markAsked(userId: string, mark: Mark): void {
  const isOld = ({ sent, at }: Mark) => sent === true && isOver(at)
  write(userId, [...read(userId).filter((known) => !isOld(known)), mark])
}

/** Whether this device remembers that a question was asked, be it that the server does not know yet. */
export const isMarkedHere = (userId: string, promptId: string): boolean =>
  read(userId).some((mark) => mark.promptId === promptId)

/** Assigns the questions that were asked in the moved recordings to the new story. */
export function moveMarks(
  userId: string,
  { from, to, isGone, since }: { from: string; to: { id: string }; isGone: boolean; since: string },
): void {
  const goes = ({ storyId, at }: Mark) => storyId === from && (isGone || at >= since)
  const marks = read(userId)
  const moved = marks.filter(goes).map(({ promptId, at }): Mark => ({ promptId, storyId: to.id, at }))
  write(userId, [...marks.filter((mark) => !goes(mark)), ...moved])
}

/**
 * Sends the marks to the server. A story that the server does not know yet is tried again the next time, and so is everything
 * while there is no network; a mark that it refuses is dropped. Resolves to how many marks the server accepted.
 */
export async function sendMarks(
  userId: string,
  take: (mark: { id: string; storyId: string; at: string }) => Promise<unknown> = client.prompts.markAsked,
): Promise<number> {
  let sent = 0
  for (const mark of read(userId).filter((known) => !known.sent)) {
    const { promptId: id, storyId, at } = mark
    const done = await take({ id, storyId, at }).then(
      () => [{ ...mark, sent: true }],
      (error: unknown) => {
        if (isRefusal(error)) return []
        return situationOf(error) === 'NOT_FOUND' ? notFound(userId, mark) : null
      },
    )
    if (done === null) continue
    if (done.some((each) => each.sent)) sent += 1
    const others = read(userId).filter((other) => !isSame(other, mark))
    write(userId, [...others, ...done])
  }
  return sent
}

/** What remains of a mark whose story is unknown: the story may still be on its way, or a new story may have replaced it. */
async function notFound(userId: string, mark: Mark): Promise<Mark[] | null> {
  const to = await knownNewStory(userId, mark.storyId)
  if (to !== null) return [{ ...mark, storyId: to.id }]
  return isOver(mark.at) ? [] : null
}

const isOver = (at: string) => now().getTime() - Date.parse(at) > waitMs
const isSame = (one: Mark, other: Mark) =>
  one.promptId === other.promptId && one.storyId === other.storyId && one.at === other.at

function read(userId: string): Mark[] {
  try {
    const kept: unknown = JSON.parse(deviceMemory.getItem(keyOf(userId)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isMark) : []
  } catch {
    return []
  }
}

function isMark(value: unknown): value is Mark {
  if (typeof value !== 'object' || value === null) return false
  return ['promptId', 'storyId', 'at'].every((key) => typeof Reflect.get(value, key) === 'string')
}

function write(userId: string, marks: Mark[]): void {
  deviceMemory.setItem(keyOf(userId), JSON.stringify(marks))
}
