import { now } from '../../lib/clock.ts'
import { deviceMemory } from '../../lib/device-memory.ts'
import { situationOf } from '../../lib/errors.ts'
import { client } from '../../lib/rpc.ts'

type Mark = { promptId: string; storyId: string; at: string }

/** A story that never came to be is not waited for any longer than this. */
const waitMs = 7 * 24 * 3_600_000
const keyOf = (userId: string) => `kinora.asked.${userId}`

/** Remembers that a question was asked, on this device until the server knows it. */
export function markAsked(userId: string, mark: Mark): void {
  write(userId, [...read(userId), mark])
}

/**
 * Tells the server what was asked. A story that it does not know yet is tried again the next time, and so is everything
 * while there is no network. Resolves with how many the server took.
 */
export async function sendMarks(userId: string): Promise<number> {
  let sent = 0
  for (const mark of read(userId)) {
    const { promptId: id, storyId, at } = mark
    const done = await client.prompts.markAsked({ id, storyId, at }).then(
      () => true,
      (error: unknown) => situationOf(error) === 'NOT_FOUND' && now().getTime() - Date.parse(at) > waitMs,
    )
    if (!done) continue
    sent += 1
    const others = read(userId).filter((other) => !isSame(other, mark))
    write(userId, others)
  }
  return sent
}

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
