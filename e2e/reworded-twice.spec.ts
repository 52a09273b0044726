import { expect, type Page } from '@playwright/test'
import { v7 as newId } from 'uuid'
import type { Person } from './person.ts'
import { test } from './test.ts'
import { twoFrames } from './two-frames.ts'

const storyId = newId()
const first = { storyId, id: newId(), text: 'The ships came in.', timestamp: '00:00' }
const besides = 'The same entry was changed on another device.'
const kept = (page: Page) => page.getByTestId('kept-entries')

async function tell(person: Person): Promise<void> {
  await person.api.stories.create({ id: storyId, title: 'The harbour', method: 'journal' })
  await person.api.stories.putNote(first)
}

const texts = async (person: Person) =>
  (await person.api.stories.get({ id: storyId })).notes.map(({ text }) => text)

async function reword(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByLabel('Edit entry').fill(text)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('list', { name: 'Entries' })).toContainText(text)
}

/** Keeps writes from reaching the server until the returned function is called. */
async function cutOff(page: Page): Promise<() => Promise<void>> {
  let isCut = true
  await page.route('**/rpc/stories/putNote', (route) => (isCut ? route.abort() : route.continue()))
  return async () => {
    isCut = false
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
  }
}

test('an entry that is reworded without a network takes nobody’s words away: where it was reworded elsewhere meanwhile, both stay', async ({
  page,
  person,
}) => {
  await tell(person)
  await page.goto(`/app/stories/${storyId}/journal`)
  const join = await cutOff(page)
  await reword(page, 'They came in by day.')
  await reword(page, 'They came in by night.')
  await expect(kept(page)).toContainText('One entry.')
  await person.api.stories.putNote({ ...first, text: 'They came in at dawn.', was: first.text })

  await join()

  await expect(page.getByText(besides)).toBeVisible()
  await expect(kept(page)).toBeEmpty()
  await expect(page.getByRole('list', { name: 'Entries' }).getByRole('listitem')).toHaveCount(2)
  expect(await texts(person)).toEqual(['They came in at dawn.', 'They came in by night.'])
})

test('an entry that only this device rewords, again and again, stays one', async ({ page, person }) => {
  await tell(person)
  await page.goto(`/app/stories/${storyId}/journal`)
  const join = await cutOff(page)
  await reword(page, 'They came in by day.')
  await reword(page, 'They came in at noon.')
  await join()
  await expect(kept(page)).toBeEmpty()
  expect(await texts(person)).toEqual(['They came in at noon.'])
  await reword(page, 'They came in by night.')

  await expect.poll(() => texts(person)).toEqual(['They came in by night.'])
  await expect(page.getByText(besides)).toHaveCount(0)
})

test('one that is reworded again while the words before are on their way stays one, too', async ({
  page,
  person,
}) => {
  await tell(person)
  await page.goto(`/app/stories/${storyId}/journal`)
  const late = Promise.withResolvers<void>()
  let calls = 0
  await page.route('**/rpc/stories/putNote', async (route) => {
    calls += 1
    if (calls === 1) return route.abort()
    if (calls === 2) await late.promise
    return route.continue()
  })
  await reword(page, 'They came in by day.')
  await expect.poll(() => calls).toBe(2)
  await reword(page, 'They came in by night.')
  late.resolve()

  await expect(kept(page)).toBeEmpty()
  expect(await texts(person)).toEqual(['They came in by night.'])
  await expect(page.getByText(besides)).toHaveCount(0)
})

test('an entry that is written on after an answer that told of a failure is one’s own', async ({
  page,
  person,
}) => {
  await tell(person)
  await page.goto(`/app/stories/${storyId}/journal`)
  await page.route(
    '**/rpc/stories/putNote',
    async (route) => {
      await route.fetch()
      await route.fulfill({ status: 500, json: {} })
    },
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const words = page.getByLabel('Edit entry')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await words.fill('They came in by nght.')
  await save.click()
  await expect(page.getByText('Something went wrong on our side')).toBeVisible()
  await words.fill('They came in by night.')
  await twoFrames(page)
  await expect(page.getByText('Somebody else changed the same meanwhile')).toHaveCount(0)
  await save.click()
  await expect(words).toBeHidden()
  await expect.poll(() => texts(person)).toEqual(['They came in by night.'])
})

/** Rewords an entry in the studio that was reworded elsewhere since the studio was opened. */
async function rewordInStudio(page: Page, person: Person, text: string): Promise<void> {
  await page.goto(`/app/studio?storyId=${storyId}&mode=journal`)
  await page.getByRole('button', { name: 'Continue on This Device' }).click()
  await expect(page.getByRole('list', { name: 'Entries' })).toContainText(first.text)
  await person.api.stories.putNote({ ...first, text: 'They came in at dawn.', was: first.text })

  await reword(page, text)

  await expect(page.getByText(besides)).toBeVisible()
  await expect.poll(() => texts(person)).toEqual(['They came in at dawn.', text])
}

test('the studio, too, leaves what was reworded elsewhere since its session began', async ({
  page,
  person,
}) => {
  await tell(person)
  await rewordInStudio(page, person, 'They came in by night.')
})

test('what the studio has put beside it stays one entry, however often it is reworded, and is what is taken out there', async ({
  page,
  person,
}) => {
  await tell(person)
  await rewordInStudio(page, person, 'They came in by night.')

  await reword(page, 'They came in late at night.')
  await reword(page, 'They came in before midnight.')
  await expect.poll(() => texts(person)).toEqual(['They came in at dawn.', 'They came in before midnight.'])

  await page.getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => texts(person)).toEqual(['They came in at dawn.'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => texts(person)).toEqual(['They came in at dawn.', 'They came in before midnight.'])
})
