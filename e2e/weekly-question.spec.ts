import { expect, test } from '@playwright/test'
import { v7 as uuidv7 } from 'uuid'
import { asWorker } from '../server/db/actor.ts'
import { hashOfToken, newToken } from '../server/token.ts'
import { accessibilityFindings } from './accessibility.ts'
import { signInHere, signUp } from './person.ts'
import { startServerWithDatabase } from './transcripts.ts'

test('the question of a mail gives way to another one, which is answered in the recorder, and the mails are ended', async ({
  browser,
}) => {
  const world = await startServerWithDatabase()
  try {
    const person = await signUp(world.server.origin)
    const asked = { id: uuidv7(), text: 'What did the harbour sound like?' }
    await person.api.prompts.create(asked)
    await person.api.weeklyQuestions.set({ enabled: true, timeZone: 'Europe/Berlin', weekday: 7, hour: 9 })
    const token = newToken()
    await asWorker(world.db, person.id, (tx) =>
      tx
        .insertInto('weekly_question_mails')
        .values({
          user_id: person.id,
          prompt_id: asked.id,
          token_hash: hashOfToken(token),
          due_at: new Date().toISOString(),
        })
        .execute(),
    )

    const context = await browser.newContext({ baseURL: world.server.origin })
    await signInHere(context, person)
    const page = await context.newPage()
    await page.goto(`/weekly-question#${token}`)
    await expect(page.getByText(asked.text)).toBeVisible()
    expect(await accessibilityFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Another question' }).press('Enter')
    await expect(page.getByText(asked.text)).toHaveCount(0)
    const { question: another } = await person.api.weeklyQuestions.read({ token })
    await expect(page.getByText(another?.text ?? 'no question')).toBeVisible()

    await page.getByRole('link', { name: 'Answer now' }).press('Enter')
    await page.getByRole('button', { name: 'Continue on This Device' }).click()
    await expect(
      page
        .locator('main')
        .getByText(another?.text ?? 'no question')
        .first(),
    ).toBeVisible()

    await page.goto(`/weekly-question#${token}`)
    await page.getByRole('button', { name: 'Stop the weekly mails' }).press('Enter')
    await expect(page.getByText('You get no more weekly questions.')).toBeVisible()
    expect((await person.api.weeklyQuestions.get()).wish?.enabled).toBe(false)
    await context.close()
  } finally {
    await world.remove()
  }
})

test('whoever has moved to another time zone gets the question by the clock there', async ({ browser }) => {
  const world = await startServerWithDatabase()
  try {
    const person = await signUp(world.server.origin)
    await person.api.weeklyQuestions.set({ enabled: true, timeZone: 'Europe/Berlin', weekday: 7, hour: 9 })
    const context = await browser.newContext({
      baseURL: world.server.origin,
      timezoneId: 'America/New_York',
    })
    await signInHere(context, person)
    const page = await context.newPage()
    await page.goto('/app/settings')
    const section = page.getByRole('region', { name: 'A question every week' })
    await expect(section).toContainText('In the time of Europe/Berlin')
    await expect(section).toContainText('at 9:00 AM')

    await section.getByRole('button', { name: 'Use the time of America/New York' }).press('Enter')

    await expect(section).toContainText('In the time of America/New York')
    await expect(section).toContainText('at 9:00 AM')
    await expect(section.getByRole('button')).toHaveCount(0)
    await expect(section).toBeFocused()
    const { wish } = await person.api.weeklyQuestions.get()
    expect(wish).toEqual({ enabled: true, timeZone: 'America/New_York', weekday: 7, hour: 9 })

    // Turned off at home and on again elsewhere, it follows the local time there, too.
    await person.api.weeklyQuestions.set({ enabled: false, timeZone: 'Europe/Berlin', weekday: 7, hour: 9 })
    await page.reload()
    await section.getByRole('switch', { name: 'Send me a question every week' }).press('Enter')
    await expect(section).toContainText('In the time of America/New York')
    await context.close()
  } finally {
    await world.remove()
  }
})
