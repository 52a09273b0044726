import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import type { LiveEvent } from '#contract/live.ts'
import type { Person } from '../../testing/family.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { newsOf } from '../../testing/live-news.ts'
import { asSuperuser } from '../../testing/recorder.ts'
import { heardRecording } from '../../testing/transcripts.ts'
import { readStory } from './read-story.ts'

const { person, services, database } = await createTestKinora()

/** What a person hears of readings until they begin a story of their own, which they do now. */
async function heardUntilNow({ client }: Person, news: AsyncIterator<LiveEvent>): Promise<LiveEvent[]> {
  const mark = await client.stories.create({ id: uuidv7(), title: 'Mine', method: 'journal' })
  const heard: LiveEvent[] = []
  for (;;) {
    const { value, done } = await news.next()
    if (done) throw new Error('the stream ended')
    if (value.type === 'change' && value.id === mark.id) return heard
    if (value.type === 'change' && value.table === 'story_readings') heard.push(value)
  }
}

test('whoever it is shared with hears that a story is being read and has been, and nobody else does', async () => {
  const [ana, boris, vera] = [await person('Ana'), await person('Boris'), await person('Vera')]
  const [former, stranger] = [await person('Former'), await person('Stranger')]
  await asSuperuser(database, `update public.subscriptions set tier = 'family' where user_id = $1`, [ana.id])
  const id = await heardRecording(services, ana, ['We had a farm near Odesa.'])
  const { storyId } = await ana.client.transcripts.get({ id })
  const on = { resourceType: 'story', resourceId: storyId } as const
  const share = ({ email }: Person, role: 'viewer' | 'editor') =>
    ana.client.sharing.share({ ...on, email, role })
  await share(boris, 'editor')
  await share(vera, 'viewer')
  await ana.client.sharing.revoke({ ...on, id: (await share(former, 'editor')).id })
  const listeners = [ana, boris, vera, former, stranger]
  const streams = await Promise.all(listeners.map((who) => newsOf(who, database)))
  const heard = () =>
    Promise.all(listeners.map((who, at) => heardUntilNow(who, streams[at] as AsyncIterator<LiveEvent>)))

  await boris.client.storyProposals.read({ storyId })
  const asked = await heard()
  await readStory(
    { db: services.db, textModel: null },
    { userId: ana.id, storyId },
    { log: services.log, attempt: 1, isLastAttempt: false, signal: new AbortController().signal },
  )
  const done = await heard()

  const change = { type: 'change', table: 'story_readings', id: storyId, storyId }
  for (const each of [asked, done]) {
    expect(each.slice(0, 3)).toMatchObject([[change], [change], [change]])
    expect(each.slice(3)).toEqual([[], []])
  }
})
