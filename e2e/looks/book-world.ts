import { v7 as uuidv7 } from 'uuid'
import { asWorker } from '../../server/db/actor.ts'
import { filmWithoutFfmpeg } from '../../server/testing/test-media.ts'
import type { Person } from '../person.ts'
import { heard, type TranscriptServer } from '../transcripts.ts'

const talk = [
  'We had a farm near Odesa and the farm had eleven goats.',
  'My sister Oksana milked the goats every morning before school.',
  'We never sold the goats, not even in the war.',
  'The goats ate the cherries from the trees behind the farm.',
]
const unheard = 'Later we all moved to America.'
const titles = [
  'The goats',
  'Donaudampfschifffahrtsgesellschaftskapitän und andere ungewöhnlich lange Wörter',
  'حكاية جدتي عن البيت القديم',
  'How Grandma met Grandpa at the harbour dance',
]

/** The model's answer: what was told, as two paragraphs; for the second story, only a sentence that was never said. */
export const write = (material: string) => ({
  paragraphs: material.includes('nothing of it')
    ? [{ sentences: [{ text: unheard, from: [0] }] }]
    : [
        { sentences: [...talk.slice(0, 2), unheard].map((text, at) => ({ text, from: [Math.min(at, 1)] })) },
        { sentences: talk.slice(2).map((text, at) => ({ text, from: [at + 2] })) },
      ],
})

/** A book of four stories: one with a chapter to read, one whose chapter failed, one being written, and one without a request. */
export async function furnishBook(world: TranscriptServer, person: Person): Promise<{ bookId: string }> {
  const { api } = person
  const film = await filmWithoutFfmpeg()
  const stories: string[] = []
  for (const [at, title] of titles.entries()) {
    const words = at === 1 ? ['There is nothing of it.'] : talk
    const talks = words.map((text, line) => ({ speaker: '1', startMs: 100 + line * 4_000, text }))
    const { id, storyId } = await heard(world, person, film, talks)
    await api.stories.update({ id: storyId, title })
    if (at === 0) {
      await api.familyMembers.create({ id: uuidv7(), firstName: 'Elena', lastName: 'Petrenko' })
      const name = { type: 'nameSpeaker' as const, speaker: '1', baseVersion: 0, name: 'Elena Petrenko' }
      await api.transcripts.edit({ id, commands: [{ id: uuidv7(), ...name }] })
    }
    stories.push(storyId)
  }
  const { id: bookId } = await api.storybooks.create({ id: uuidv7(), title: 'The farm', storyIds: stories })
  const isWritten = async () =>
    (await api.bookChapters.list({ storybookId: bookId })).chapters.every(({ state }) => state !== 'waiting')
  await api.bookChapters.write({ storybookId: bookId, storyIds: stories.slice(0, 2) })
  await until(isWritten)
  await api.bookChapters.write({ storybookId: bookId, storyIds: stories.slice(2, 3) })
  await until(isWritten)
  await asWorker(world.db, person.id, (tx) =>
    tx
      .updateTable('storybook_chapters')
      .set({ state: 'waiting', steps_done: 2, steps_total: 5 })
      .where('user_id', '=', person.id)
      .where('story_id', '=', stories[2] ?? '')
      .execute(),
  )
  await drawTwice(person, bookId)
  return { bookId }
}

/** Draws the opening picture of the first chapter, and then another one that fails. */
async function drawTwice({ api }: Person, storybookId: string): Promise<void> {
  const { items } = await api.storybooks.pages({ id: storybookId, limit: 10 })
  const id = items.find(({ content }) => content.kind === 'chapter')?.id ?? ''
  const draw = async () => {
    await api.bookPictures.draw({ storybookId, id, drawingId: uuidv7() })
    await until(async () =>
      (await api.bookPictures.get({ storybookId })).drawings.every(({ state }) => state !== 'waiting'),
    )
  }
  await draw()
  const [elena] = (await api.bookPictures.get({ storybookId })).people
  const familyMemberId = elena?.familyMemberId ?? ''
  await api.bookPictures.describe({ storybookId, familyMemberId, description: 'A headscarf, and a sword' })
  await draw()
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 120; tries += 1) {
    if (await holds()) return
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  throw new Error('the models took too long')
}
