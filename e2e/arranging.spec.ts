import { expect, type Page } from '@playwright/test'
import { v7 as newId } from 'uuid'
import { chooseFromMenu } from './choose-from-menu.ts'
import type { Person } from './person.ts'
import { test } from './test.ts'

const grip = (page: Page, name: string) => page.getByRole('button', { name: `Move ${name}`, exact: true })
const questions = ['Who baked?', 'Who sang?', 'Who danced?', 'Who wept?']

/** A playlist of these questions, open on its page; `kept` returns its present contents on the server. */
async function openPlaylist(page: Page, person: Person) {
  const texts = new Map<string, string>()
  for (const text of questions) texts.set((await person.api.prompts.create({ id: newId(), text })).id, text)
  const promptIds = [...texts.keys()]
  const { id } = await person.api.prompts.createPlaylist({ id: newId(), name: 'Kitchen', promptIds })
  await page.goto(`/app/prompts/playlists/${id}`)
  const rows = page.getByRole('list', { name: 'Prompts in this playlist' }).getByRole('listitem')
  await expect(rows).toHaveCount(questions.length)
  const kept = async () =>
    (await person.api.prompts.playlist({ id })).promptIds.map((promptId) => texts.get(promptId))
  return { rows, kept }
}

/** Imitates a slow line: holds back the requests of this procedure. */
async function holdRequests(page: Page, procedure: string) {
  const waiting: (() => void)[] = []
  let isHeld = true
  await page.route(`**/rpc/${procedure}`, async (route) => {
    if (isHeld) await new Promise<void>((resolve) => waiting.push(resolve))
    await route.continue()
  })
  const isOne = () => expect.poll(() => waiting.length).toBe(1)
  return {
    /** Lets the waiting request through. */
    next: async () => {
      await isOne()
      waiting.shift()?.()
    },
    isOne,
    /** Lets the waiting request through, and all later ones. */
    end: async () => {
      await isOne()
      isHeld = false
      waiting.shift()?.()
    },
  }
}

test('of two questions that are taken out right after each other none comes back', async ({
  page,
  person,
}) => {
  const { rows, kept } = await openPlaylist(page, person)
  const [sent, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(
    '**/rpc/prompts/updatePlaylist',
    async (route) => {
      await sent.promise
      const response = await route.fetch()
      await answered.promise
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  await chooseFromMenu(page, 'Who baked?', 'Take out of this playlist')
  await chooseFromMenu(page, 'Who sang?', 'Take out of this playlist')
  sent.resolve()
  // The live stream announces the first change before its answer arrives.
  await expect(rows).toHaveCount(3)
  answered.resolve()
  await expect(page.getByText('“Who sang?” was taken out.')).toBeVisible()
  await expect(rows).toHaveCount(2)
  expect(await kept()).toEqual(['Who danced?', 'Who wept?'])
})

test('what was taken out of a playlist goes back to where it stood', async ({ page, person }) => {
  const { rows, kept } = await openPlaylist(page, person)
  await chooseFromMenu(page, 'Who sang?', 'Take out of this playlist')
  await page.getByRole('button', { name: 'Put it back' }).click()
  await expect(rows.nth(1)).toContainText('Who sang?')
  expect(await kept()).toEqual(questions)
})

test('a list that is ordered faster than the server answers never falls back, and keeps every step', async ({
  page,
  person,
}) => {
  const { rows, kept } = await openPlaylist(page, person)
  const line = await holdRequests(page, 'prompts/updatePlaylist')
  await grip(page, 'Who baked?').press('ArrowDown')
  await grip(page, 'Who baked?').press('ArrowDown')
  await line.next()
  // The first move has been answered, and the second is in flight.
  await line.isOne()
  await expect(rows.nth(2)).toContainText('Who baked?')
  await grip(page, 'Who baked?').press('ArrowDown')
  await expect(rows.nth(3)).toContainText('Who baked?')
  await line.end()
  await expect.poll(kept).toEqual(['Who sang?', 'Who danced?', 'Who wept?', 'Who baked?'])
  await expect(rows.nth(3)).toContainText('Who baked?')
})

test('a grip moves with the arrow keys alone: with Alt they are the browser’s', async ({ page, person }) => {
  const { rows, kept } = await openPlaylist(page, person)
  await grip(page, 'Who baked?').press('Alt+ArrowDown')
  await grip(page, 'Who baked?').press('ArrowDown')
  await expect(rows.nth(1)).toContainText('Who baked?')
  await expect.poll(kept).toEqual(['Who sang?', 'Who baked?', 'Who danced?', 'Who wept?'])
})

/** A journal of three entries, open on its page; `kept` returns their present order on the server. */
async function openJournal(page: Page, person: Person) {
  const storyId = newId()
  await person.api.stories.create({ id: storyId, title: 'The mill', method: 'journal' })
  for (const text of ['Rye', 'Wheat', 'Oats']) {
    await person.api.stories.putNote({ storyId, id: newId(), text, timestamp: '00:00' })
  }
  await page.goto(`/app/stories/${storyId}/journal`)
  const rows = page.getByRole('list', { name: 'Entries' }).getByRole('listitem')
  await expect(rows).toHaveCount(3)
  const kept = async () => (await person.api.stories.get({ id: storyId })).notes.map(({ text }) => text)
  return { rows, kept }
}

test('an entry that is moved twice stands where it was moved last, also when the first move is slow', async ({
  page,
  person,
}) => {
  const { rows, kept } = await openJournal(page, person)
  const late = Promise.withResolvers<void>()
  const moves: Promise<void>[] = []
  await page.route('**/rpc/stories/arrange', (route) => {
    const before = moves.length === 0 ? late.promise : Promise.resolve()
    const move = before.then(async () => route.fulfill({ response: await route.fetch() }))
    moves.push(move)
    return move
  })
  await grip(page, '“Rye”').press('ArrowDown')
  await expect(rows.nth(1)).toContainText('Rye')
  await grip(page, '“Rye”').press('ArrowDown')
  await expect(rows.nth(2)).toContainText('Rye')
  // After this round trip, the test has seen every request that the page had sent, and those not held back are finished.
  await page.evaluate(() => fetch('/health'))
  await Promise.all(moves.slice(1))
  late.resolve()
  await expect.poll(() => moves.length).toBe(2)
  await Promise.all(moves)
  expect(await kept()).toEqual(['Wheat', 'Oats', 'Rye'])
  await expect(rows.nth(2)).toContainText('Rye')
})

test('an entry that cannot be moved is told of beside the others', async ({ page, person }) => {
  const { rows, kept } = await openJournal(page, person)
  await page.route('**/rpc/stories/arrange', (route) => route.fulfill({ status: 500, json: {} }))
  await grip(page, '“Rye”').press('ArrowDown')
  await expect(page.getByRole('alert')).toContainText(/^Something /)
  await expect(rows.first()).toContainText('Rye')
  expect(await kept()).toEqual(['Rye', 'Wheat', 'Oats'])
})
