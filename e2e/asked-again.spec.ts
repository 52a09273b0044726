import { expect, type Page } from '@playwright/test'
import { v7 as newId } from 'uuid'
import { holdAnswer } from './hold-answer.ts'
import { lookElsewhere } from './look-elsewhere.ts'
import type { Person } from './person.ts'
import { test } from './test.ts'
import { twoFrames } from './two-frames.ts'
import { unheardServer } from './unheard-server.ts'
import { writeStory } from './write-story.ts'

// The page keeps saying what could not be read until it can be, and does not repeat it to a person who only comes back to it.

/**
 * Records toasts, which disappear after four seconds.
 *
 * @returns a function that waits for a given toast, and returns all toasts up to it
 */
async function hearMessages(page: Page): Promise<(last: string) => Promise<string[]>> {
  const said: string[] = []
  await page.exposeFunction('noteMessage', (text: string) => said.push(text))
  await page.addInitScript(() => {
    const noted = new Set<Element>()
    new MutationObserver(() => {
      for (const toast of document.querySelectorAll('[data-sonner-toast]')) {
        if (!noted.has(toast)) Reflect.get(window, 'noteMessage')(toast.textContent)
        noted.add(toast)
      }
    }).observe(document, { childList: true, subtree: true })
  })
  return async (last) => {
    await expect.poll(() => said.at(-1)).toBe(last)
    return said
  }
}

/** A permanent failure, after which the page does not retry. */
const refuses = (page: Page, procedure: string) =>
  page.route(`**/rpc/${procedure}`, (route) => route.fulfill({ status: 400, json: {} }))

/** Looks elsewhere, and waits until the failed request has been repeated and has failed again. */
async function lookElsewhereInVain(page: Page, procedure: string): Promise<void> {
  const failed = page.waitForResponse(`**/rpc/${procedure}`)
  await lookElsewhere(page)
  await (await failed).finished()
  await twoFrames(page)
}

test('at home, figures that could not be had stay so while they are asked for again, and the focus stays with whoever asks', async ({
  page,
  person,
}) => {
  await person.api.stories.create({ id: newId(), title: 'The mill', method: 'journal' })
  await unheardServer(page, person)
  await refuses(page, 'account/dashboard')
  await page.goto('/app')
  const failure = page.getByRole('alert').filter({ hasText: 'The figures could not be loaded' })
  await failure.evaluate((panel) => panel.setAttribute('data-first-drawn', ''))
  await lookElsewhereInVain(page, 'account/dashboard')
  await expect(failure).toHaveAttribute('data-first-drawn')

  await page.unroute('**/rpc/account/dashboard')
  const letThrough = await holdAnswer(page, 'account/dashboard')
  const again = failure.getByRole('button', { name: 'Try again' })
  await again.press('Enter')
  await expect(again).toHaveAttribute('aria-busy', 'true')
  await expect(again).toBeFocused()
  await expect(failure).toHaveAttribute('data-first-drawn')
  await letThrough()
  await expect(page.getByRole('region', { name: 'What is kept so far' })).toBeFocused()
  await expect(page.getByRole('definition').first()).toHaveText('1')
})

test('prompts that could not be had are not told of anew to whoever comes back, and the focus stays with whoever asks', async ({
  page,
  person,
}) => {
  await person.api.prompts.create({ id: newId(), text: 'Who baked?' })
  await unheardServer(page, person)
  const messagesUntil = await hearMessages(page)
  await refuses(page, 'prompts/list')
  await page.goto('/app/prompts')
  const failure = page.getByRole('alert').filter({ hasText: 'My Custom Prompts could not be loaded' })
  await failure.evaluate((panel) => panel.setAttribute('data-first-drawn', ''))
  await lookElsewhereInVain(page, 'prompts/list')
  await expect(failure).toHaveAttribute('data-first-drawn')

  const again = failure.getByRole('button', { name: 'Try again' })
  const refused = page.waitForResponse('**/rpc/prompts/list')
  await again.press('Enter')
  await refused
  await expect(again).not.toHaveAttribute('aria-busy')
  await expect(again).toBeFocused()
  await page.unroute('**/rpc/prompts/list')
  await again.press('Enter')
  await expect(page.getByRole('region', { name: 'My Custom Prompts' })).toBeFocused()
  await expect(page.getByText('Who baked?')).toBeVisible()
  await page.getByRole('button', { name: 'New Prompt' }).click()
  await page.getByRole('dialog').getByLabel('Question').fill('Who said grace?')
  await page.getByRole('dialog').getByRole('button', { name: 'Create Prompt' }).click()
  expect(await messagesUntil('Prompt created successfully!')).toEqual([
    'Failed to load prompts and playlists',
    'Prompt created successfully!',
  ])
})

test('what could not be had is not said to have failed when somebody comes to it anew, before it is known', async ({
  page,
  person,
}) => {
  await person.api.prompts.create({ id: newId(), text: 'Who baked?' })
  await unheardServer(page, person)
  await refuses(page, 'prompts/list')
  await page.goto('/app/prompts')
  const failure = page.getByRole('alert').filter({ hasText: 'My Custom Prompts could not be loaded' })
  await expect(failure).toBeVisible()
  await page.getByRole('navigation').getByRole('link', { name: 'Family' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: /Family/ })).toBeVisible()

  await page.unroute('**/rpc/prompts/list')
  const letThrough = await holdAnswer(page, 'prompts/list')
  await page.goBack()
  await expect(page.getByText('My Custom Prompts are being loaded')).toBeAttached()
  await expect(failure).toHaveCount(0)
  await letThrough()
  await expect(page.getByText('Who baked?')).toBeVisible()
})

test('a list that stands is not said to have failed because it cannot be read anew', async ({
  page,
  person,
}) => {
  await person.api.stories.create({ id: newId(), title: 'The harbour', method: 'journal' })
  const hearOfServer = await unheardServer(page, person)
  const messagesUntil = await hearMessages(page)
  await page.goto('/app/stories')
  await expect(page.getByRole('link', { name: 'The harbour' })).toBeVisible()
  await readAnewInVain(page, 'stories/list', hearOfServer)
  await expect(page.getByRole('link', { name: 'The harbour' })).toBeVisible()

  await refuses(page, 'stories/create')
  await page.getByRole('button', { name: 'New Story' }).click()
  await page.getByLabel('Title').fill('The ferry')
  await page.getByRole('button', { name: 'Upload a File' }).click()
  expect(await messagesUntil('Failed to add story')).toEqual(['Failed to add story'])
})

/** A story with a word in more places than are shown at first. */
async function writeOfHarbour(person: Person): Promise<void> {
  const storyId = await writeStory(person, 'The harbour dance')
  for (const year of ['1951', '1952', '1953', '1954', '1955', '1956']) {
    const text = `In ${year} we danced at the harbour.`
    await person.api.stories.putNote({ storyId, id: newId(), text, timestamp: '00:00' })
  }
}

/** Makes the page read everything anew, and waits until this request has failed. */
async function readAnewInVain(page: Page, procedure: string, hearOfServer: () => Promise<void>) {
  await refuses(page, procedure)
  const failed = page.waitForResponse(`**/rpc/${procedure}`)
  await hearOfServer()
  await (await failed).finished()
  await twoFrames(page)
}

test('what the palette has found is not said to have failed when it cannot be read anew', async ({
  page,
  person,
}) => {
  await writeOfHarbour(person)
  const hearOfServer = await unheardServer(page, person)
  await page.goto('/app')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /^Search/ }).fill('harbour')
  const found = page.getByRole('option', { name: /The harbour dance/ })
  await expect(found.first()).toBeVisible()
  await readAnewInVain(page, 'search/find', hearOfServer)
  await expect(found.first()).toBeVisible()
  expect(await page.getByRole('alert').count()).toBe(0)
})

test('the places of a word in a story are not said to have failed when they cannot be read anew', async ({
  page,
  person,
}) => {
  await writeOfHarbour(person)
  const hearOfServer = await unheardServer(page, person)
  await page.goto('/app/search?q=danced')
  await page.getByRole('button', { name: /^More in this story/ }).click()
  const places = page.getByRole('link', { name: /we danced at the harbour/ })
  await expect(places).toHaveCount(6)
  await readAnewInVain(page, 'search/inStory', hearOfServer)
  await expect(places).toHaveCount(6)
  expect(await page.getByRole('alert').count()).toBe(0)
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
})
