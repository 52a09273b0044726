import { expect } from '@playwright/test'
import { test } from './test.ts'

test.use({ settings: { AUTH_ANONYMOUS: 'true' } })

test('an account without a mail address is promised no mails, and told where to add one', async ({
  page,
  server,
}) => {
  const answer = await fetch(`${server.origin}/auth/v1/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  const session = await answer.text()
  expect(answer.ok, session).toBe(true)
  await page.addInitScript((kept) => window.localStorage.setItem('kinora.auth', kept), session)

  await page.goto('/app/settings')

  const weekly = page.getByRole('region', { name: 'A question every week' })
  await expect(weekly.getByRole('switch', { name: 'Send me a question every week' })).toBeDisabled()
  await expect(weekly).toContainText('Your account has no email address yet.')
  const news = page.getByRole('region', { name: 'Notifications' })
  await expect(news.getByRole('switch', { name: 'Email notifications' })).not.toBeChecked()
  await expect(news).toContainText('Your account has no email address yet.')
  await expect(news).not.toContainText('To the address you log in with.')
})
