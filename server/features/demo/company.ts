import { type Account, type Device, openDevice } from './device.ts'
import { idOf } from './ids.ts'

/** Nora's brother: sharing, comments and Community need a second account. */
const demoBrother: Account = {
  email: 'tom@demo.example',
  password: 'a very long year',
  name: 'Tom Amadi',
}

const FERRY = {
  title: 'The ferry to Islay',
  description: 'What my sister has forgotten, or says she has.',
  entry:
    'You were sick over the rail and told everybody it was me. I was nine, and I let them believe it, because you gave me the window seat on the way home.',
}

/**
 * What happens between two accounts of a family: one shares and comments, the other answers, and both ask questions.
 */
export async function keepCompany(origin: string, nora: Device): Promise<void> {
  const tom = await openDevice(origin, demoBrother)
  await tom.client.notices.change({ email: false })
  const danceId = idOf(nora.userId, 'story The harbour dance')
  await share(nora, danceId, demoBrother.email)
  await say(tom, danceId, 'She told me it was raining. He told me it was not. I believe the jacket.')
  await say(nora, danceId, 'I asked Hamish: the band was real, and so was the smell.')

  const ferryId = idOf(tom.userId, `story ${FERRY.title}`)
  const { title, description, entry } = FERRY
  await tom.client.stories.create({
    id: ferryId,
    title,
    description,
    date: 'July 2002',
    method: 'journal',
    speakers: ['Tom'],
  })
  await tom.client.stories.putNote({
    storyId: ferryId,
    id: idOf(tom.userId, entry),
    text: entry,
    timestamp: '00:00',
  })
  await share(tom, ferryId, 'nora@demo.example')

  await askTogether(nora, tom)
}

/**
 * Three playlists: one of Nora's own for the next visit, an official one that she copied, and one that Tom publishes.
 */
async function askTogether(nora: Device, tom: Device): Promise<void> {
  const next = await questionsOf(nora, ['What did Signe sing?', 'Which of the four books was the best?'])
  await nora.client.prompts.createPlaylist({
    id: idOf(nora.userId, 'playlist'),
    name: 'For the next visit to Portnessan',
    description: 'Small questions. Ask one, and wait.',
    promptIds: next,
  })
  const { items } = await nora.client.prompts.playlists({ list: 'official', limit: 1 })
  const official = items[0]
  if (official) {
    const copyId = idOf(nora.userId, `copy ${official.id}`)
    await nora.client.prompts.copyPlaylist({ id: official.id, copyId })
  }

  const id = idOf(tom.userId, 'playlist')
  const promptIds = await questionsOf(tom, ['Which journey felt longest?', 'What did you always take along?'])
  const name = 'On a ferry'
  await tom.client.prompts.createPlaylist({ id, name, description: 'For an hour at sea.', promptIds })
  await tom.client.community.publish({ kind: 'playlist', id })
}

async function questionsOf({ client, userId }: Device, texts: readonly string[]): Promise<string[]> {
  const ids = texts.map((text) => idOf(userId, text))
  for (const [index, text] of texts.entries()) {
    await client.prompts.create({ id: ids[index] ?? '', text, category: 'Childhood Memories' })
  }
  return ids
}

/** Shares with a viewer, since the free plan has no place for anybody who may change things. */
async function share({ client }: Device, resourceId: string, email: string): Promise<void> {
  const what = { resourceType: 'story', resourceId } as const
  const { people } = await client.sharing.get(what)
  if (people.length === 0) await client.sharing.share({ ...what, email, role: 'viewer' })
}

async function say({ client, userId }: Device, storyId: string, text: string): Promise<void> {
  await client.comments.add({ storyId, id: idOf(userId, text), text })
}
