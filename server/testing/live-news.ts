import { v7 as uuidv7 } from 'uuid'
import { onTestFinished } from 'vitest'
import type { LiveEvent } from '#contract/live.ts'
import type { TestDatabase } from './database.ts'
import type { Person } from './family.ts'

/**
 * A person's live news from now on, without pings. News of earlier changes may arrive only now and is skipped: the database
 * announces changes in the order of their commits, so all earlier news has arrived once a mark sent now does.
 */
export async function newsOf(person: Person, database: TestDatabase): Promise<AsyncIterator<LiveEvent>> {
  const ending = new AbortController()
  onTestFinished(() => ending.abort())
  const news = spoken(await person.client.live.changes(undefined, { signal: ending.signal }))
  // The stream receives announcements from its `hello` on.
  let event = await nextOf(news)
  if (event.type !== 'hello') throw new Error(`a stream began with ${JSON.stringify(event)}`)

  const mark = { recordingId: uuidv7(), startMs: 0, text: 'from here on', trouble: null }
  const announced = JSON.stringify({ userId: person.id, captions: mark })
  await database.asOwner(`select pg_notify('kinora_changes', $1)`, [announced])
  while (event.type !== 'captions' || event.recordingId !== mark.recordingId) event = await nextOf(news)
  return news
}

async function* spoken(stream: AsyncIterable<LiveEvent>): AsyncGenerator<LiveEvent> {
  for await (const event of stream) if (event.type !== 'ping') yield event
}

async function nextOf(news: AsyncIterator<LiveEvent>): Promise<LiveEvent> {
  const { value, done } = await news.next()
  if (done) throw new Error('the stream ended')
  return value
}
