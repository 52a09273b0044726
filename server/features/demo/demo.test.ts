import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { environmentForChildren } from '../../env.ts'
import { freePort } from '../../testing/addresses.ts'
import { createServerProcess } from '../../testing/server-process.ts'
import { claimForDemo, demoAccount } from './demo.ts'
import { type Device, openDevice } from './device.ts'
import { idOf } from './ids.ts'
import { demoPeople } from './people.ts'
import { demoStories } from './stories.ts'
import { readVoice } from './voices.ts'

test('the demo family moves in once, also when the server was killed in the middle of it, and what visitors change stays', {
  timeout: 240_000,
}, async () => {
  const server = await createServerProcess(undefined, {}, ['--demo'])
  const first = server.start().catch(() => undefined)
  const moving = await vi.waitFor(() => openDemoAccount(server.url), { timeout: 120_000, interval: 500 })
  // The words of this recording are stored; naming the speakers is the next step.
  const danceId = idOf(moving.userId, 'recording The harbour dance')
  const heard = () => moving.client.transcripts.get({ id: danceId }).catch(() => null)
  await expect.poll(async () => (await heard())?.state, { timeout: 120_000, interval: 20 }).toBe('completed')
  await server.kill()
  await first
  await server.start()

  const { client, request } = await openDevice(server.url, demoAccount)
  const { items: stories } = await client.stories.list({ limit: 50 })
  expect(stories.map(({ title }) => title).toSorted()).toEqual(
    demoStories.map(({ title }) => title).toSorted(),
  )
  expect(stories.filter(({ method }) => method === 'recording').map((story) => story.recordingState)).toEqual(
    Array(6).fill('ready'),
  )
  const { people, connections } = await client.family.tree()
  expect(people.filter(({ isPlaceholder }) => !isPlaceholder)).toHaveLength(25)
  expect(people.filter(({ isPlaceholder }) => isPlaceholder)).toEqual([])
  expect(people.every(({ portrait }) => portrait !== null)).toBe(true)
  expect(connections.filter(({ isAutomatic }) => isAutomatic)).toEqual([])
  const { items: books } = await client.storybooks.list({ limit: 5 })
  expect(books).toMatchObject([{ title: 'One very long year' }])
  const { items: pages } = await client.storybooks.pages({ id: books[0]?.id ?? '', limit: 50 })
  expect(pages.length).toBeGreaterThan(8)

  const dance = await client.stories.get({ id: idOfStory(stories, 'The harbour dance') })
  const { lineCount, state, speakers } = await client.transcripts.get({ id: dance.recordings[0]?.id ?? '' })
  expect([lineCount, state]).toEqual([9, 'completed'])
  expect(speakers.map(({ name }) => name).toSorted()).toEqual(['Ewan', 'Marta', 'Nora'])
  // The stories are read by a model, as those of any family are.
  await expect
    .poll(async () => (await client.storyProposals.list({ storyId: dance.id })).items.length)
    .toBeGreaterThan(0)
  // There is a second account to share with, to answer and to ask.
  const { items: comments } = await client.comments.list({ storyId: dance.id })
  expect(comments.map(({ author }) => author).toSorted()).toEqual(['Nora Amadi', 'Tom Amadi'])
  const { items: shared } = await client.sharing.withMe({})
  expect(shared.map(({ title, ownerName }) => [title, ownerName])).toEqual([
    ['The ferry to Islay', 'Tom Amadi'],
  ])
  const { items: own } = await client.prompts.playlists({ list: 'own' })
  expect(own).toHaveLength(2)
  const { items: given } = await client.prompts.playlists({ list: 'community' })
  expect(given.map(({ name }) => name)).toEqual(['On a ferry'])
  const box = await client.stories.get({ id: idOfStory(stories, 'From the biscuit box') })
  expect(box.files.map(({ caption }) => caption !== '')).toEqual([true, true, true, true])
  expect((await client.account.profile()).bio).toContain('An invented family')

  // Everybody knows the password, so anybody may do this.
  await client.storybooks.delete({ id: books[0]?.id ?? '' })
  await client.stories.update({ id: dance.id, location: 'Somewhere else' })
  await request('/auth/v1/user', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password: 'known to one visitor' }),
  })
  await server.kill()
  await server.start()
  const visitor = await openDevice(server.url, { ...demoAccount, password: 'known to one visitor' })
  expect((await visitor.client.stories.get({ id: dance.id })).location).toBe('Somewhere else')
  expect((await visitor.client.storybooks.list({ limit: 5 })).items).toEqual([])
})

test('whoever ends the start while the family moves in reads that the next start goes on with it, and no stack', {
  timeout: 120_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-demo-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const env = {
    ...environmentForChildren(),
    PORT: String(await freePort()),
    DATA_DIR: folder,
    LOG_LEVEL: 'warn',
  }
  const main = join(import.meta.dirname, '../../main.ts')
  const child = spawn(process.execPath, [main, '--demo'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => said.push(String(piece)))
  await expect.poll(() => said.join(''), { timeout: 100_000, interval: 20 }).toContain('story 2 of')

  child.kill('SIGINT')
  // After 'exit' its last words may still be on their way.
  const [code] = await once(child, 'close')

  expect(said.join('')).toContain('has not moved in completely: the next start goes on with it.')
  expect(said.join('')).not.toMatch(/whole error|^ +at /m)
  expect(code).toBe(0)
})

describe('a folder for the demo', () => {
  test('must be empty, or have been the demo’s before', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kinora-demo-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    expect(await claimForDemo(join(folder, 'new'))).toBeNull()
    expect(await claimForDemo(join(folder, 'new'))).toBeNull()
    writeFileSync(join(folder, 'letters'), '')
    expect(await claimForDemo(folder)).toContain('belongs to real people')
  })
})

test('every voice has its words in order, and says who is who in the tree', async () => {
  const names = new Set(demoPeople.map(({ name }) => name[0]))
  for (const story of demoStories) {
    if (story.method !== 'recording') continue
    const { words, webm } = await readVoice(story.voice)
    expect(words.map(([, , speaker, text]) => `${speaker} ${text}`)).toEqual(
      story.lines.flatMap(([speaker, text]) => text.split(' ').map((word) => `${speaker} ${word}`)),
    )
    const starts = words.map(([startMs]) => startMs)
    expect(starts).toEqual(starts.toSorted((a, b) => a - b))
    expect(words.every(([startMs, endMs]) => endMs > startMs)).toBe(true)
    expect(words.every(([, , speaker]) => names.has(speaker))).toBe(true)
    expect(webm.length).toBeGreaterThan(20_000)
  }
})

/**
 * Signs in to the demo account, and fails while it does not exist. `openDevice` would create it, which is the server's
 * task in this test.
 */
async function openDemoAccount(url: string): Promise<Device> {
  const { email, password } = demoAccount
  const login = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (!login.ok) throw new Error('nobody has moved in yet')
  return openDevice(url, demoAccount)
}

function idOfStory(stories: { id: string; title: string }[], title: string): string {
  const found = stories.find((story) => story.title === title)
  if (!found) throw new Error(`no story is called ${title}`)
  return found.id
}
