import { expect, type Page } from '@playwright/test'
import { v7 as newId } from 'uuid'
import { waitForMail } from './mailbox.ts'
import { signInHere, signUp } from './person.ts'
import { test } from './test.ts'

test.use({ settings: { AUTH_ANONYMOUS: 'true' } })

/** Signs the page in to an account that has neither a name nor an address. */
async function beNobody(page: Page, origin: string): Promise<void> {
  const answer = await fetch(`${origin}/auth/v1/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  const session = await answer.text()
  expect(answer.ok, session).toBe(true)
  await page.addInitScript((kept) => window.localStorage.setItem('kinora.auth', kept), session)
}

test('whoever has no name is somebody to those who share with them', async ({ page, server, browser }) => {
  const ana = await signUp(server.origin)
  const story = await ana.api.stories.create({ id: newId(), title: 'Plum jam', method: 'journal' })
  const shared = { resourceType: 'story', resourceId: story.id } as const
  await ana.api.sharing.invite({ ...shared, email: 'ben@family.example', role: 'viewer' })
  const letter = await waitForMail(server.dataDir, 'ben@family.example', 'shares a family story')
  await beNobody(page, server.origin)
  await page.goto(letter.link)
  await page.getByRole('button', { name: 'See the story' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Plum jam')

  const here = await browser.newContext({ baseURL: server.origin })
  await signInHere(here, ana)
  const hers = await here.newPage()
  await hers.goto(`/app/sharing-options?type=story&id=${story.id}`)
  await expect(hers.getByRole('combobox', { name: 'What Somebody may do' })).toBeVisible()
  await hers.getByRole('button', { name: 'Remove Somebody' }).click()
  await expect(hers.getByRole('alertdialog', { name: 'Stop sharing it with them?' })).toBeVisible()
  await here.close()
})

test('an account without a mail address is promised no mails, and told where to add one', async ({
  page,
  server,
}) => {
  await beNobody(page, server.origin)
  await page.goto('/app/settings')

  const weekly = page.getByRole('region', { name: 'A question every week' })
  await expect(weekly.getByRole('switch', { name: 'Send me a question every week' })).toBeDisabled()
  await expect(weekly).toContainText('Your account has no email address yet.')
  const news = page.getByRole('region', { name: 'Notifications' })
  await expect(news.getByRole('switch', { name: 'Email notifications' })).not.toBeChecked()
  await expect(news).toContainText('Your account has no email address yet.')
  await expect(news).not.toContainText('To the address you log in with.')
})
