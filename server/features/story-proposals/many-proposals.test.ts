import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import type { ProposalKind, ProposalList } from '#contract/story-proposals.ts'
import type { Person } from '../../testing/family.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { asSuperuser } from '../../testing/recorder.ts'
import { heardRecording } from '../../testing/transcripts.ts'

const { person, services, database } = await createTestKinora()
const { proposalsShown } = limits

async function toldStory() {
  const ana = await person()
  const id = await heardRecording(services, ana, ['We had a farm near Odesa.'])
  const { storyId } = await ana.client.transcripts.get({ id })
  return { ana, storyId, list: () => ana.client.storyProposals.list({ storyId }) }
}

const propose = (who: Person, storyId: string, kind: ProposalKind, count: number) =>
  asSuperuser(
    database,
    `insert into public.story_proposals (user_id, story_id, kind, origin, text, machine_text, fingerprint, position)
     select $1, $2, $3, 'local', 'Number ' || n, 'Number ' || n, $3 || n, n from generate_series(1, $4::int) n`,
    [who.id, storyId, kind, count],
  )

const openOf = ({ items }: ProposalList, kind: ProposalKind) =>
  items.filter((one) => one.kind === kind && one.state === 'open')

test('very many proposals of one kind keep none of another away, and how many more wait is told', async () => {
  const { ana, storyId, list } = await toldStory()
  await propose(ana, storyId, 'chapter', proposalsShown + 20)
  await propose(ana, storyId, 'person', 30)
  await propose(ana, storyId, 'title', 1)

  const shown = await list()

  expect(openOf(shown, 'person')).toHaveLength(30)
  expect(openOf(shown, 'title')).toHaveLength(1)
  expect(openOf(shown, 'chapter').map(({ text }) => text)).toEqual(
    Array.from({ length: proposalsShown - 31 }, (_, index) => `Number ${index + 1}`),
  )
  expect(shown.more).toEqual({ open: 51, decided: 0 })
})

test('of more proposals than are shown the next come as some are decided, and what was decided stays beside them', async () => {
  const { ana, storyId, list } = await toldStory()
  await propose(ana, storyId, 'question', proposalsShown + 50)
  const ids = openOf(await list(), 'question').map(({ id }) => id)
  const { proposalsPerCall } = limits

  const first = { storyId, ids: ids.slice(0, proposalsPerCall), decision: 'refused' } as const
  const next = await ana.client.storyProposals.decide(first)

  expect(openOf(next, 'question')).toHaveLength(proposalsShown + 50 - proposalsPerCall)
  expect(openOf(next, 'question').at(-1)?.text).toBe(`Number ${proposalsShown + 50}`)
  expect(next.items.filter(({ state }) => state === 'refused')).toHaveLength(proposalsPerCall)
  expect(next.more).toEqual({ open: 0, decided: 0 })
})

test('also of more that were decided than are shown some of every kind are there, and the rest is counted', async () => {
  const { ana, storyId, list } = await toldStory()
  await propose(ana, storyId, 'chapter', proposalsShown + 10)
  await propose(ana, storyId, 'place', 5)
  await asSuperuser(database, `update public.story_proposals set state = 'accepted' where story_id = $1`, [
    storyId,
  ])
  await propose(ana, storyId, 'tag', 2)

  const { items, more } = await list()

  expect(items.filter(({ kind }) => kind === 'place')).toHaveLength(5)
  expect(items.filter(({ state }) => state === 'accepted')).toHaveLength(proposalsShown)
  expect(items.filter(({ state }) => state === 'open')).toHaveLength(2)
  expect(more).toEqual({ open: 0, decided: 15 })
})
