import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { portraitPath } from '#contract/paths.ts'
import { adminToken, jwtSecret } from './testing/admin.ts'
import { codeOf } from './testing/code-of.ts'
import { deafEngines } from './testing/deaf-engines.ts'
import type { Person } from './testing/family.ts'
import { createTestKinora } from './testing/kinora.ts'
import { otherTransaction, somebodyWaits } from './testing/other-transaction.ts'
import { asSuperuser, putChunk, startRecording } from './testing/recorder.ts'

const { person, database, app } = await createTestKinora({
  AUTH_JWT_SECRET: jwtSecret,
  ...deafEngines,
})
const bytes = Buffer.from('The first second.')
const ana = await person()
const boris = await person('Boris')
const { client } = ana
await asSuperuser(database, `update subscriptions set tier = 'generation' where user_id = $1`, [ana.id])

/** A parent row, an attempt to add something to it, and the code with which that is refused. */
type Case = { table: string; id: string; add: () => Promise<unknown>; code?: string }

const story = () => client.stories.create({ id: uuidv7(), title: 'The dance', method: 'journal' })
const member = () => client.familyMembers.create({ id: uuidv7(), firstName: 'Vera', lastName: 'Petrova' })
const prompt = () => client.prompts.create({ id: uuidv7(), text: 'Where did you dance?' })
const book = async () =>
  client.storybooks.create({ id: uuidv7(), title: 'Our book', storyIds: [(await story()).id] })

/** Sends a request outside the contract, and throws its error code. */
async function sent(path: string, init: RequestInit): Promise<void> {
  const answer = await ana.request(path, init)
  if (answer.status >= 400) throw await answer.json().catch(() => ({ code: String(answer.status) }))
}

const ofStory = (add: (storyId: string) => Promise<unknown>) => async (): Promise<Case> => {
  const { id } = await story()
  return { table: 'stories', id, add: () => add(id) }
}
const ofBook = (add: (bookId: string) => Promise<unknown>) => async (): Promise<Case> => {
  const { id } = await book()
  return { table: 'storybooks', id, add: () => add(id) }
}
const ofMember = (add: (memberId: string) => Promise<unknown>) => async (): Promise<Case> => {
  const { id } = await member()
  return { table: 'family_members', id, add: () => add(id) }
}
const ofPrompt = (add: (promptId: string) => Promise<unknown>) => async (): Promise<Case> => {
  const { id } = await prompt()
  return { table: 'prompts', id, add: () => add(id) }
}
const ofRecording = (add: (id: string, storyId: string) => Promise<unknown>) => async (): Promise<Case> => {
  const started = await startRecording(ana)
  return { table: 'recordings', id: started.id, add: () => add(started.id, started.story.id) }
}

const cases: Record<string, () => Promise<Case>> = {
  'a note': ofStory((storyId) =>
    client.stories.putNote({ storyId, id: uuidv7(), text: 'Yes', timestamp: '00:01' }),
  ),
  'all notes': ofStory((id) =>
    client.stories.update({ id, notes: [{ id: uuidv7(), text: 'Yes', timestamp: '00:01' }] }),
  ),
  'a comment': ofStory((storyId) => client.comments.add({ storyId, id: uuidv7(), text: 'Here' })),
  'a comment at a moment': ofRecording((recordingId, storyId) =>
    client.comments.add({ storyId, id: uuidv7(), text: 'Here', moment: { recordingId, atMs: 0 } }),
  ),
  'a file': ofStory((storyId) =>
    sent('/media/uploads', {
      method: 'POST',
      headers: {
        'Tus-Resumable': '1.0.0',
        'Upload-Length': '100',
        'Upload-Metadata': `filename YS5wbmc=,storyId ${btoa(storyId)}`,
      },
    }),
  ),
  'a share of a story': ofStory((resourceId) =>
    client.sharing.share({ resourceType: 'story', resourceId, role: 'viewer', email: boris.email }),
  ),
  'a share with somebody': async () => {
    const [{ id }, guest] = [await story(), await person('Vera')]
    const shared = { resourceType: 'story', resourceId: id, role: 'viewer' } as const
    const add = () => client.sharing.share({ ...shared, email: guest.email })
    return { table: 'profiles', id: guest.id, add, code: 'USER_NOT_FOUND' }
  },
  'a share of a book': ofBook((resourceId) =>
    client.sharing.share({ resourceType: 'storybook', resourceId, role: 'viewer', email: boris.email }),
  ),
  'a share of a person': ofMember((resourceId) =>
    client.sharing.share({ resourceType: 'family_member', resourceId, role: 'viewer', email: boris.email }),
  ),
  'an invitation': ofStory((resourceId) =>
    client.sharing.invite({ resourceType: 'story', resourceId, role: 'viewer', email: 'vera@example.com' }),
  ),
  'a public link': ofStory((storyId) => client.publicLinks.turnOn({ storyId })),
  'a book of a story': ofStory((storyId) =>
    client.storybooks.create({ id: uuidv7(), title: 'Our book', storyIds: [storyId] }),
  ),
  'a story in a book': async () => {
    const [made, { id }] = [await book(), await story()]
    const storyIds = [...made.stories.map((each) => each.id), id]
    const add = () => client.storybooks.update({ id: made.id, baseVersion: made.version, storyIds })
    return { table: 'stories', id, add }
  },
  'pages of a book': async () => {
    const made = await book()
    const add = () => client.storybooks.layOut({ id: made.id, baseVersion: made.version })
    return { table: 'storybooks', id: made.id, add }
  },
  'a file of a book': ofBook((storybookId) =>
    client.storybookExports.start({ storybookId, id: uuidv7(), format: 'epub' }),
  ),
  'a picture of a book': async () => {
    const { id: storybookId } = await book()
    const { items } = await client.storybooks.pages({ id: storybookId })
    const add = () => client.bookPictures.draw({ storybookId, id: items[0]?.id ?? '', drawingId: uuidv7() })
    return { table: 'storybooks', id: storybookId, add }
  },
  'how somebody in a book looks': async () => {
    const [{ id: storybookId }, { id }] = [await book(), await member()]
    const add = () =>
      client.bookPictures.describe({ storybookId, familyMemberId: id, description: 'Curly hair' })
    return { table: 'family_members', id, add }
  },
  'a line of the tree': ofMember((fromId) =>
    client.family.connect({ id: uuidv7(), fromId, toId: ana.id, type: 'other', kind: 'unknown' }),
  ),
  'a portrait': ofMember((id) =>
    sent(portraitPath(id), {
      method: 'PUT',
      body: Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      ),
    }),
  ),
  'that a question was asked': ofPrompt(async (id) =>
    client.prompts.markAsked({ id, storyId: (await story()).id, at: '2026-11-21T10:00:00Z' }),
  ),
  'what was asked in a story': ofStory(async (storyId) =>
    client.prompts.markAsked({ id: (await prompt()).id, storyId, at: '2026-11-21T10:00:00Z' }),
  ),
  'a playlist': ofPrompt((id) =>
    client.prompts.createPlaylist({ id: uuidv7(), name: 'Aunt Rosa', promptIds: [id] }),
  ),
  'a reading of a story': ofStory((storyId) => client.storyProposals.read({ storyId })),
}

test.each(Object.entries(cases))(
  '%s that is added while what it hangs on goes is refused as later',
  async (_, made) => {
    const { table, id, add, code = 'NOT_FOUND' } = await made()
    const other = await otherTransaction(database)
    await other.query(`delete from ${table} where id = $1`, [id])

    const adding = codeOf(add())
    await somebodyWaits(database)
    await other.query('commit')

    expect(await adding).toBe(code)
  },
)

type Begun = { who: Person; id: string }

/** Each action, with two rows that it locks: the second of them first. */
const encounters: Record<string, (begun: Begun) => Promise<{ act: () => Promise<number>; rows: string[] }>> =
  {
    'a first chunk': async ({ who, id }) => ({
      act: async () => (await putChunk(who, id, 0, bytes)).status,
      rows: [usageOf(who), recordingOf(id)],
    }),
    'the discarding of a recording': async ({ who, id }) => {
      await putChunk(who, id, 0, bytes)
      const act = () => who.client.recordings.discard({ id }).then(() => 200)
      return { act, rows: [usageOf(who), recordingOf(id)] }
    },
    'the removal of an account': async ({ who, id }) => {
      const headers = { authorization: `Bearer ${await adminToken()}` }
      const remove = async () =>
        (await app.request(`/auth/v1/admin/users/${who.id}`, { method: 'DELETE', headers })).status
      return { act: remove, rows: [recordingOf(id), usageOf(who)] }
    },
  }
const recordingOf = (id: string) => `select from recordings where id = '${id}' for update`
const usageOf = ({ id }: Person) => `select from usage_tracking where user_id = '${id}' for update`

test.each(Object.entries(encounters))(
  '%s that is broken off for somebody else’s change is done once more',
  async (_, made) => {
    const who = await person()
    const { id } = await startRecording(who)
    const { act, rows } = await made({ who, id })
    const other = await otherTransaction({ connection: database.superuser })
    // A waiting transaction looks for a deadlock after this timeout, and is aborted if there is one; this one must not be the one
    // aborted.
    await other.query(`set local deadlock_timeout = '20s'`)
    await other.query(rows[0] ?? '')

    const acting = act()
    acting.catch(() => undefined)
    await somebodyWaits(database)
    await other.query(rows[1] ?? '')
    await other.query('commit')

    expect(await acting).toBe(200)
  },
)
