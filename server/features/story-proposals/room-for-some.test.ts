import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { heardRecording } from '../../testing/transcripts.ts'

const { person, services, database } = await createTestKinora()

/** A story with room for two more tags, and three proposed. */
async function almostFullStory() {
  const ana = await person()
  const id = await heardRecording(services, ana, ['We had a farm near Odesa.'])
  const { storyId } = await ana.client.transcripts.get({ id })
  const tags = Array.from({ length: limits.tagsPerStory - 2 }, (_, index) => `Tag ${index}`)
  await ana.client.stories.update({ id: storyId, tags })
  await database.asOwner(
    `insert into story_proposals (user_id, story_id, kind, origin, text, machine_text, fingerprint, position)
     select $1, $2, 'tag', 'local', 'New ' || n, 'New ' || n, n, n from generate_series(1, 3) n`,
    [ana.id, storyId],
  )
  const { items } = await ana.client.storyProposals.list({ storyId })
  const accept = (ids: string[]) => ana.client.storyProposals.decide({ storyId, ids, decision: 'accepted' })
  return { ana, storyId, tags, ids: items.map((one) => one.id), accept }
}

test('of more tags accepted at once than the story has room for, those that fit are accepted and the others stay open', async () => {
  const { ana, storyId, tags, ids, accept } = await almostFullStory()

  const { items } = await accept(ids)

  expect(items.map(({ text, state }) => [text, state])).toEqual([
    ['New 1', 'accepted'],
    ['New 2', 'accepted'],
    ['New 3', 'open'],
  ])
  expect((await ana.client.stories.get({ id: storyId })).tags).toEqual([...tags, 'New 1', 'New 2'])
})

test('where none of the tags fits, none is said to be accepted', async () => {
  const { ids, accept } = await almostFullStory()
  const [first = '', second = '', third = ''] = ids
  await accept([first])
  await accept([second])

  await expect(accept([third])).rejects.toMatchObject({ code: 'LIMIT_REACHED' })
  await expect(accept([third, third])).rejects.toMatchObject({ code: 'LIMIT_REACHED' })
})
