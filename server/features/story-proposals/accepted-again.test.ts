import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { createTestKinora } from '../../testing/kinora.ts'
import { asSuperuser } from '../../testing/recorder.ts'
import { heardRecording } from '../../testing/transcripts.ts'

const { person, services, database } = await createTestKinora()

/** A question about a story that its teller has accepted, and put among the questions of a playlist. */
async function acceptedQuestion() {
  const ana = await person()
  const recordingId = await heardRecording(services, ana, ['We had a farm near Odesa.'])
  const { storyId } = await ana.client.transcripts.get({ id: recordingId })
  const { rows } = await asSuperuser(
    database,
    `insert into public.story_proposals (user_id, story_id, kind, origin, text, machine_text, fingerprint, position)
     values ($1, $2, 'question', 'local', 'Who milked the goats?', 'Who milked the goats?', 'goats', 1) returning id`,
    [ana.id, storyId],
  )
  const ids = [rows[0].id]
  const accept = (more: { text?: string } = {}, who = ana) =>
    who.client.storyProposals.decide({ storyId, ids, decision: 'accepted', ...more })
  const takeBack = () => ana.client.storyProposals.decide({ storyId, ids, decision: 'open' })
  const prompts = async (who = ana) => (await who.client.prompts.list({ list: 'own' })).items

  await accept()
  const [prompt] = await prompts()
  const playlist = await ana.client.prompts.createPlaylist({
    id: uuidv7(),
    name: 'The farm',
    promptIds: [prompt?.id ?? ''],
  })
  const listed = async () => (await ana.client.prompts.playlist({ id: playlist.id })).promptIds
  return { ana, storyId, accept, takeBack, prompts, prompt, playlist, listed }
}

test('a question that is accepted once more stays the same prompt, in every playlist', async () => {
  const { accept, prompts, prompt, listed } = await acceptedQuestion()

  await accept()

  expect((await prompts()).map(({ id }) => id)).toEqual([prompt?.id])
  expect(await listed()).toEqual([prompt?.id])
  await accept({ text: 'Who made the cheese?' })
  expect((await prompts()).map(({ text }) => text)).toEqual(['Who made the cheese?'])
})

test('a question that is accepted once more comes back where its prompt was deleted', async () => {
  const { ana, accept, prompts, prompt } = await acceptedQuestion()
  await ana.client.prompts.delete({ id: prompt?.id ?? '' })

  await accept()

  expect((await prompts()).map(({ text }) => text)).toEqual([prompt?.text])
})

test('a question that somebody else has accepted becomes a prompt of whoever accepts it as well', async () => {
  const { ana, storyId, accept, prompts, prompt, listed } = await acceptedQuestion()
  const ben = await person('Ben')
  await asSuperuser(database, `update public.subscriptions set tier = 'family' where user_id = $1`, [ana.id])
  const on = { resourceType: 'story', resourceId: storyId } as const
  await ana.client.sharing.share({ ...on, email: ben.email, role: 'editor' })

  await accept({}, ben)

  expect((await prompts(ben)).map(({ text }) => text)).toEqual([prompt?.text])
  expect(await listed()).toEqual([prompt?.id])
})

test('a question that is accepted in other words stays in the playlists that its prompt is in', async () => {
  const { accept, prompts, prompt, listed } = await acceptedQuestion()

  await accept({ text: 'Who made the cheese?' })

  expect(await listed()).toEqual([prompt?.id])
  expect(await prompts()).toMatchObject([{ id: prompt?.id, text: 'Who made the cheese?' }])
})

test('a question that is taken back stays a prompt where a playlist holds it, and accepted again is that one', async () => {
  const { accept, takeBack, prompts, prompt, listed } = await acceptedQuestion()

  await takeBack()
  expect(await listed()).toEqual([prompt?.id])
  await accept()
  await accept()
  expect((await prompts()).map(({ id }) => id)).toEqual([prompt?.id])

  await takeBack()
  expect(await listed()).toEqual([prompt?.id])
})

test('a question that is taken back stays a prompt where it was asked or published', async () => {
  const [asked, published] = [await acceptedQuestion(), await acceptedQuestion()]
  for (const { ana, playlist } of [asked, published])
    await ana.client.prompts.deletePlaylist({ id: playlist.id })
  const at = new Date().toISOString()
  await asked.ana.client.prompts.markAsked({ id: asked.prompt?.id ?? '', storyId: asked.storyId, at })
  await published.ana.client.community.publish({ kind: 'prompt', id: published.prompt?.id ?? '' })

  for (const { takeBack, prompts, prompt } of [asked, published]) {
    await takeBack()
    expect((await prompts()).map(({ id }) => id)).toEqual([prompt?.id])
  }
})

test('a question that two stories propose and both accepted is one prompt, until it is taken back in both', async () => {
  const { ana, accept, takeBack, prompts, prompt, playlist } = await acceptedQuestion()
  await ana.client.prompts.deletePlaylist({ id: playlist.id })
  const other = await ana.client.stories.create({ id: uuidv7(), title: 'The cheese', method: 'recording' })
  await heardRecording(services, ana, ['We had goats, too.'], { storyId: other.id })
  const { rows } = await database.asOwner(
    `insert into story_proposals (user_id, story_id, kind, origin, text, machine_text, fingerprint, position)
     values ($1, $2, 'question', 'local', 'Who milked the goats?', 'Who milked the goats?', 'goats', 1) returning id`,
    [ana.id, other.id],
  )
  const decide = (decision: 'accepted' | 'open') =>
    ana.client.storyProposals.decide({ storyId: other.id, ids: [rows[0].id], decision })

  await decide('accepted')
  expect((await prompts()).map(({ id }) => id)).toEqual([prompt?.id])
  await takeBack()
  expect((await prompts()).map(({ id }) => id)).toEqual([prompt?.id])
  await decide('open')
  expect(await prompts()).toEqual([])
  await accept()
  expect(await prompts()).toHaveLength(1)
})

test('a question that is taken back leaves another story’s its own prompt, where each has one', async () => {
  const { ana, storyId, takeBack, prompts, prompt, playlist } = await acceptedQuestion()
  await ana.client.prompts.deletePlaylist({ id: playlist.id })
  const own = await ana.client.prompts.create({ id: uuidv7(), text: prompt?.text ?? '' })
  await database.asOwner(
    `insert into story_proposals (user_id, story_id, kind, origin, text, machine_text, fingerprint, position, state, decided_by, replaced)
     values ($1, $2, 'question', 'local', $3, $3, 'other goats', 2, 'accepted', $1, $4)`,
    [ana.id, storyId, own.text, own.id],
  )

  await takeBack()

  expect((await prompts()).map(({ id }) => id)).toEqual([own.id])
})
