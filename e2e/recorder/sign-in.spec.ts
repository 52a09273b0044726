import { expect } from '@playwright/test'
import { signInHere, signUp } from '../person.ts'
import { runOutSignIn } from './run-out-sign-in.ts'
import { decodedMs, storedOriginals } from './stored.ts'
import { endSession, openStudio, record, recordedFor, shownSeconds, test } from './studio.ts'

test('a sign-in that runs out in the middle of a recording is renewed, and nobody notices', async ({
  page,
  context,
  server,
}) => {
  const person = await signUp(server.origin)
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() === 401) refused.push(new URL(response.url()).pathname)
  })
  await signInHere(context, person)
  await openStudio(page, 'A long afternoon')
  await record(page)
  await recordedFor(page, 1)
  await runOutSignIn(page, server, person)

  await expect.poll(() => refused.some((path) => path.includes('/chunks/'))).toBe(true)
  const then = await shownSeconds(page)
  await recordedFor(page, then + 2)
  await expect(page.getByTestId('safety-line')).toHaveText(/safe on the server to 00:(0[2-9]|[1-9]\d)/)
  await expect(page.getByText('You have been signed out')).toHaveCount(0)
  await endSession(page)

  const [stored] = await storedOriginals(person, server.origin)
  expect(decodedMs(stored?.path ?? '')).toBeGreaterThan((then + 1.5) * 1000)
})

test('somebody who was signed out elsewhere goes on telling, is told, and after logging in again it arrives', async ({
  page,
  context,
  server,
}) => {
  const person = await signUp(server.origin)
  await signInHere(context, person)
  await openStudio(page, 'Signed out by a grandchild')
  await record(page)
  await recordedFor(page, 1)
  const ended = await fetch(`${server.origin}/auth/v1/logout?scope=global`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}` },
  })
  expect(ended.status).toBe(204)
  await runOutSignIn(page, server, person)

  await expect(
    page
      .getByText('You have been signed out. Everything stays on this device; log in again and it is sent.')
      .first(),
  ).toBeVisible()
  const then = await shownSeconds(page)
  await recordedFor(page, then + 3)

  await page.getByRole('button', { name: 'End', exact: true }).click()
  await page.getByRole('button', { name: 'End Session' }).click()
  await page.waitForURL('**/login**')
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await page.waitForURL('**/app')

  const [stored] = await storedOriginals(person, server.origin)
  expect(decodedMs(stored?.path ?? '')).toBeGreaterThan((then + 2.5) * 1000)
})
