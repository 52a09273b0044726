import type { Page } from '@playwright/test'
import type { Look } from './look.ts'

const openStory = async (page: Page): Promise<void> => {
  await page.goto('/app/stories')
  await page.locator('main article a').first().click()
  await page.getByRole('tab', { name: 'Comments' }).waitFor()
}

/** The comments on a story, and its sharing. */
export const sharingLooks: Look[] = [
  {
    name: 'story-comments',
    signedIn: true,
    open: async (page) => {
      await openStory(page)
      await page.getByRole('tab', { name: 'Comments' }).click()
      await page.getByLabel('Add a comment').waitFor()
    },
  },
  {
    name: 'share-story',
    signedIn: true,
    whole: false,
    open: async (page) => {
      await openStory(page)
      await page.getByRole('button', { name: 'Share', exact: true }).click()
      const toggle = page.getByRole('switch', { name: 'Public link' })
      await toggle.waitFor()
      if (!(await toggle.isChecked())) await toggle.click()
      await page.getByRole('button', { name: 'Copy link' }).waitFor()
    },
  },
  {
    name: 'sharing-options',
    signedIn: true,
    open: async (page) => {
      await openStory(page)
      const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
      await page.goto(`/app/sharing-options?type=story&id=${id}`)
      await page.getByRole('heading', { name: 'People with access' }).waitFor()
    },
  },
  {
    name: 'shared-with-me',
    signedIn: true,
    open: async (page) => {
      await page.goto('/app/shared')
      await page.getByText('Nothing is shared with you yet').waitFor()
    },
  },
  {
    name: 'public-story',
    signedIn: true,
    open: async (page) => {
      await openStory(page)
      await page.getByRole('button', { name: 'Share', exact: true }).click()
      const toggle = page.getByRole('switch', { name: 'Public link' })
      await toggle.waitFor()
      if (!(await toggle.isChecked())) await toggle.click()
      await page.goto(await page.getByLabel('The public link').inputValue())
      await page.getByRole('article').waitFor()
    },
  },
  {
    name: 'public-link-unknown',
    signedIn: false,
    open: async (page) => {
      await page.goto('/s/nothing')
      await page.getByText('There is no story here').waitFor()
    },
  },
]
