import type { Page } from '@playwright/test'
import { v7 as newId } from 'uuid'
import { timeFrom } from '../shown-time.ts'
import type { Look } from './look.ts'

type Purpose = 'phone' | 'relative'

/** Makes a recording link as the person signed in on this page, and returns its address. */
async function makeLink(page: Page, purpose: Purpose): Promise<string> {
  await page.goto('/app')
  const made = await page.evaluate(
    async ([id, storyId, purpose]) => {
      const session: { access_token: string } = JSON.parse(localStorage.getItem('kinora.auth') ?? '{}')
      const answer = await fetch(`/api/recording-links/${id}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${session.access_token}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          storyId,
          purpose,
          title: 'The harbour dance',
          question: 'How did you and Grandpa meet, and what did you think of him at first?',
        }),
      })
      return answer.json()
    },
    [newId(), newId(), purpose] as const,
  )
  return made.address
}

const welcome = (purpose: Purpose): Look => ({
  name: `phone-welcome-${purpose}`,
  signedIn: true,
  open: async (page) => {
    await page.goto(await makeLink(page, purpose))
    await page.getByRole('button', { name: 'Begin' }).waitFor()
  },
})

/** Opens a phone’s recording link and enters, ready to record. */
export const enterByPhone = async (page: Page): Promise<void> => {
  await page.goto(await makeLink(page, 'phone'))
  await page.getByRole('button', { name: 'Begin' }).click()
  await page.getByRole('button', { name: 'Record', exact: true }).waitFor()
}

const ask = async (page: Page): Promise<void> => {
  await page.goto('/app/stories')
  await page.locator('main article a').first().click()
  await page.getByRole('button', { name: 'Ask a relative' }).click()
  await page.getByRole('dialog').waitFor()
}

export const phoneLooks: Look[] = [
  { name: 'ask-relative', signedIn: true, whole: false, open: ask },
  {
    name: 'ask-relative-made',
    signedIn: true,
    whole: false,
    open: async (page) => {
      await ask(page)
      await page.getByLabel('Your question').fill('Who danced first at your wedding?')
      await page.getByLabel('Who is it for?').fill('Aunt Vera')
      await page.getByRole('button', { name: 'Make the link' }).click()
      await page.getByRole('img', { name: 'QR code of the link' }).waitFor()
    },
  },
  welcome('phone'),
  welcome('relative'),
  { name: 'phone-room', signedIn: true, whole: false, open: enterByPhone },
  {
    name: 'phone-recording',
    signedIn: true,
    whole: false,
    open: async (page) => {
      await enterByPhone(page)
      await page.getByRole('button', { name: 'Record', exact: true }).click()
      await page.getByText(new RegExp(`safe on the server to ${timeFrom(2)}`)).waitFor()
    },
  },
  {
    name: 'phone-unknown',
    signedIn: false,
    open: async (page) => {
      await page.goto(`/record/${newId()}#${'A'.repeat(43)}`)
      await page.getByRole('heading', { name: 'This link leads nowhere' }).waitFor()
    },
  },
]
