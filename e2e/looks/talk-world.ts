import { v7 as uuidv7 } from 'uuid'
import { filmWithoutFfmpeg } from '../../server/testing/test-media.ts'
import type { Person } from '../person.ts'
import { heard, type Talk, type TranscriptServer } from '../transcripts.ts'

const talks: Talk[] = [
  { speaker: '1', startMs: 100, text: 'We had a farm near Odesa and the farm had eleven goats.' },
  { speaker: '2', startMs: 4_100, text: 'And who milked the ?goats?' },
  { speaker: '1', startMs: 8_100, text: 'My sister Oksana milked the goats every morning before school.' },
  {
    speaker: '1',
    startMs: 12_100,
    text: 'I recieved a letter from the soldiers near Odesa, and I kept it in the tin with the cinnamon.',
  },
]

const reading = {
  title: {
    text: 'A letter from the soldiers near Odesa, kept in the tin with the cinnamon',
    sentences: [3],
  },
  summary: [
    { text: 'The family had a farm near Odesa with eleven goats.', sentences: [0] },
    { text: 'A letter from the soldiers was kept in a tin.', sentences: [3] },
  ],
  tags: [
    { text: 'goats', sentences: [0, 2] },
    { text: 'letter', sentences: [3] },
  ],
  chapters: [
    { title: 'The farm and its goats', sentence: 0 },
    { title: 'The letter from the soldiers', sentence: 3 },
  ],
  people: [{ text: 'Oksana', sentences: [2] }],
  places: [{ text: 'Odesa', sentences: [0, 3] }],
  questions: [{ text: 'What became of the letter from the soldiers?', sentences: [3] }],
}
const corrections = {
  corrections: [
    { line: 0, type: 'typo', original: 'eleven', suggested: 'seven', reason: 'It sounds alike.' },
    {
      line: 2,
      type: 'grammar',
      original: 'milked',
      suggested: 'was milking',
      reason: 'It went on for years.',
    },
  ],
}

/** The model's answer: corrections for lines, a reading for sentences. */
export const answer = (material: string) => (material.startsWith('{') ? corrections : reading)

/** Two stories with transcripts, one of them checked, and things of every kind for the search to find. */
export async function furnishTalk(
  world: TranscriptServer,
  person: Person,
): Promise<{ unread: string; read: string }> {
  const { api } = person
  const film = await filmWithoutFfmpeg()
  await api.familyMembers.create({ id: uuidv7(), firstName: 'Oksana', lastName: 'Petrenko' })
  // Cuneiform, which no system's fonts can print.
  await api.familyMembers.create({ id: uuidv7(), firstName: 'Enki \u{12097}\u{121a0}', lastName: 'of Eridu' })
  const [unread, read] = [await heard(world, person, film, talks), await heard(world, person, film, talks)]
  await api.stories.update({ id: unread.storyId, title: 'Apples' })
  await api.stories.update({ id: read.storyId, title: 'The goats of Odesa' })
  await api.comments.add({
    storyId: read.storyId,
    id: uuidv7(),
    text: 'I remember the goats: one of them ate my hat at your wedding.',
  })
  await api.storybooks.create({ id: uuidv7(), title: 'The goats, for Lena', storyIds: [read.storyId] })
  await api.prompts.create({
    id: uuidv7(),
    text: 'Which of the goats did you like best?',
    category: 'Childhood Memories',
  })
  await api.stories.putNote({
    storyId: read.storyId,
    id: uuidv7(),
    text: 'Ask about the goats.',
    timestamp: '00:04',
  })
  return { unread: unread.storyId, read: read.storyId }
}
