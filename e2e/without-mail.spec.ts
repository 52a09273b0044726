import { expect, type Page } from '@playwright/test'
import { v7 as newId } from 'uuid'
import { accessibilityFindings } from './accessibility.ts'
import { test } from './recorder/studio.ts'

/** A page that promises a mail, at the place where it does. */
type Promising = { name: string; open: (page: Page, storyId: string) => Promise<void> }

const promising: Promising[] = [
  {
    name: 'before a new password',
    open: async (page) => {
      await page.goto('/forgot-password')
    },
  },
  {
    name: 'before an invitation',
    open: async (page, storyId) => {
      await page.goto(`/app/sharing-options?type=story&id=${storyId}`)
      await page.getByLabel('Their email address').fill(`${newId()}@family.example`)
      await page.getByRole('button', { name: 'Give access' }).click()
      await expect(page.getByRole('button', { name: 'Send an invitation' })).toBeVisible()
    },
  },
  {
    name: 'beside the news by mail',
    open: async (page) => {
      await page.goto('/app/settings')
      await page.getByRole('switch', { name: 'Email notifications' }).waitFor()
    },
  },
  {
    name: 'before a change of the address',
    open: async (page) => {
      await page.goto('/app/settings')
      await page.getByRole('button', { name: 'Change email' }).click()
      await page.getByRole('dialog').getByLabel('New email').waitFor()
    },
  },
  {
    name: 'before the code that deletes an account without a password',
    open: async (page) => {
      await page.route('**/rpc/accountEnd/get', async (route) => {
        const response = await route.fetch()
        const text = (await response.text()).replace('"proof":"password"', '"proof":"code"')
        await route.fulfill({ response, body: text })
      })
      await page.goto('/app/settings')
      await page.getByRole('button', { name: 'Delete Account' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Send me a code' }).waitFor()
    },
  },
]
const note = (page: Page) => page.getByRole('note').filter({ hasText: 'cannot send mails yet' })

test('where mails become files, every page that promises one says so, and who has it', async ({
  page,
  person,
}) => {
  const { id } = await person.api.stories.create({ id: newId(), title: 'The mill', method: 'journal' })
  for (const { name, open } of promising) {
    await open(page, id)
    await expect(note(page).first(), name).toBeVisible()
    await expect(note(page).first(), name).toContainText('outbox')
  }
  expect(await accessibilityFindings(page)).toEqual([])

  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill('nobody@family.example')
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect(page.getByRole('status')).toContainText('has been written')
  await expect(note(page)).toBeVisible()
})

test('where mails are sent, no page says that they become files', async ({ page, person }) => {
  const { id } = await person.api.stories.create({ id: newId(), title: 'The mill', method: 'journal' })
  await page.route('**/auth/v1/settings', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), sends_mail: true } })
  })
  for (const { open } of promising) {
    const told = page.waitForResponse('**/auth/v1/settings')
    await open(page, id)
    await told
    await expect(note(page)).toHaveCount(0)
  }
})
