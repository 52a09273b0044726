import type { Page } from '@playwright/test'
import { accountLooks } from './account-pages.ts'
import { archiveLooks } from './archive-pages.ts'
import { billingLooks } from './billing-pages.ts'
import { familyLooks } from './family-pages.ts'
import { helpLooks } from './help-pages.ts'
import { labsLooks } from './labs-pages.ts'
import type { Look } from './look.ts'
import { phoneLooks } from './phone-pages.ts'
import { promptLooks } from './prompt-pages.ts'
import { sharingLooks } from './sharing-pages.ts'
import { storybookLooks } from './storybook-pages.ts'

const storyId = async (page: Page): Promise<string> => {
  await page.goto('/app/stories')
  // Found by its title, because earlier looks may have left newer stories.
  const href = await page
    .getByRole('link', { name: /^How Grandma met Grandpa/ })
    .first()
    .getAttribute('href')
  return href?.split('/').at(-1) ?? ''
}

const at = (name: string, path: string, signedIn: boolean): Look => ({
  name,
  signedIn,
  open: async (page) => {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('load')
  },
})

/** On large screens, the studio opens with a dialog in front of the stage; on small ones it does not. */
const studioReady = (page: Page) =>
  page
    .getByRole('button', { name: 'Continue on This Device' })
    .or(page.getByRole('button', { name: 'Record', exact: true }))
    .waitFor()

/** Every page, by name. */
export const lookList: Look[] = [
  at('landing', '/', false),
  {
    name: 'landing-menu',
    signedIn: false,
    whole: false,
    opensByWidth: true,
    open: async (page) => {
      await page.goto('/')
      const menu = page.getByRole('banner').locator('summary')
      if (await menu.isVisible()) await menu.click()
      await page.locator('#faq summary').nth(2).click()
    },
  },
  at('sign-up', '/login', false),
  at('mails-about-news', '/unsubscribe', false),
  {
    name: 'log-in-refused',
    signedIn: false,
    open: async (page) => {
      await page.goto('/login')
      await page.getByRole('button', { name: 'Log in' }).click()
      await page.getByLabel('Email').fill('nobody')
      await page.getByRole('button', { name: 'Log In', exact: true }).click()
      await page.getByText('Validation Error').waitFor()
    },
  },
  at('forgot-password', '/forgot-password', false),
  at('new-password', '/auth/new-password', true),
  at('new-password-signed-out', '/auth/new-password', false),
  at('not-found', '/nowhere', false),
  at('dashboard', '/app', true),
  at('search', '/app/search', true),
  {
    name: 'search-found',
    signedIn: true,
    open: async (page) => {
      await page.goto('/app/search?q=the+band')
      await page.getByText(/^Found/).waitFor()
    },
  },
  {
    name: 'search-nothing',
    signedIn: true,
    open: async (page) => {
      await page.goto('/app/search?q=%22zzyzx+brillig%22')
      await page.getByRole('heading', { name: /^Nothing found/ }).waitFor()
    },
  },
  {
    name: 'search-palette',
    signedIn: true,
    whole: false,
    open: async (page) => {
      await page.goto('/app')
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').fill('ba')
      await page.getByRole('option', { name: /harbour dance/ }).waitFor()
    },
  },
  at('stories', '/app/stories', true),
  {
    name: 'new-story',
    signedIn: true,
    whole: false,
    open: async (page) => {
      await page.goto('/app/stories?new=recording')
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'story-summary',
    signedIn: true,
    open: async (page) => {
      await page.goto(`/app/stories/${await storyId(page)}`)
      await page.getByRole('tab', { name: 'Summary' }).click()
    },
  },
  {
    name: 'story-recording',
    signedIn: true,
    open: async (page) => {
      await page.goto(`/app/stories/${await storyId(page)}`)
      await page.getByRole('tab', { name: 'Recording' }).click()
      await page.waitForTimeout(600)
    },
  },
  {
    name: 'story-transcript',
    signedIn: true,
    open: async (page) => {
      await page.goto(`/app/stories/${await storyId(page)}`)
      await page.getByRole('tab', { name: 'Transcript' }).click()
      await page.getByText('Nothing to transcribe').waitFor()
    },
  },
  {
    name: 'story-edit',
    signedIn: true,
    whole: false,
    open: async (page) => {
      await page.goto(`/app/stories/${await storyId(page)}`)
      await page.getByRole('button', { name: 'Edit' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'story-delete',
    signedIn: true,
    whole: false,
    open: async (page) => {
      await page.goto(`/app/stories/${await storyId(page)}`)
      await page.getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('alertdialog').waitFor()
    },
  },
  at('story-unknown', '/app/stories/019a0000-0000-7000-8000-000000000000', true),
  {
    name: 'upload',
    signedIn: true,
    open: async (page) => {
      await page.goto(`/app/stories/${await storyId(page)}/upload`)
      await page.getByText('Choose files').waitFor()
    },
  },
  {
    name: 'journal',
    signedIn: true,
    open: async (page) => {
      await page.goto(`/app/stories/${await storyId(page)}/journal`)
      await page.getByLabel(/Your (next )?entry/).waitFor()
    },
  },
  {
    name: 'recap',
    signedIn: true,
    open: async (page) => {
      await page.goto(`/app/session-recap?storyId=${await storyId(page)}`)
      await page.getByRole('heading', { name: 'Session Complete!' }).waitFor()
    },
  },
  {
    name: 'studio-start',
    signedIn: true,
    whole: false,
    opensByWidth: true,
    open: async (page) => {
      await page.goto('/app/studio?title=The+harbour+dance')
      await studioReady(page)
    },
  },
  ...(['recording', 'journal', 'upload'] as const).map(
    (mode): Look => ({
      name: `studio-${mode}`,
      signedIn: true,
      whole: false,
      opensByWidth: true,
      open: async (page) => {
        await page.goto(`/app/studio?title=The+harbour+dance&mode=${mode}`)
        await studioReady(page)
        const proceed = page.getByRole('button', { name: 'Continue on This Device' })
        if (await proceed.isVisible()) await proceed.click()
        await page.getByRole('button', { name: 'Record', exact: true }).waitFor()
        if (mode === 'upload') await page.getByText('Choose files').waitFor()
      },
    }),
  ),
  at('profile', '/app/profile', true),
  ...accountLooks,
  ...helpLooks,
  ...archiveLooks,
  ...familyLooks,
  ...sharingLooks,
  ...billingLooks,
  ...labsLooks,
  ...phoneLooks,
  ...promptLooks,
  {
    // The menu closes when the window is resized.
    name: 'user-menu',
    signedIn: true,
    whole: false,
    opensByWidth: true,
    open: async (page) => {
      await page.goto('/app')
      await page.getByRole('button', { name: 'Your menu' }).click()
      await page.getByRole('menu').waitFor()
    },
  },
  {
    name: 'search-palette-nothing',
    signedIn: true,
    whole: false,
    open: async (page) => {
      await page.goto('/app')
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').fill('"zzyzx brillig"')
      await page.getByText('Nothing found. Try fewer words').waitFor()
    },
  },
  {
    name: 'prompts-community',
    signedIn: true,
    open: async (page) => {
      await page.goto('/app/prompts?tab=community')
      await page.getByRole('tab', { name: 'Community', selected: true }).waitFor()
      await page.getByRole('tabpanel').getByRole('heading').first().waitFor()
    },
  },
  {
    name: 'labs-enhance-chosen',
    signedIn: true,
    open: async (page) => {
      await page.goto(`/app/labs/enhance?story=${await storyId(page)}`)
      await page.getByText('Nothing was recorded in this story').waitFor()
    },
  },
  at('weekly-question-unknown', '/weekly-question#unknown', false),
  at('invitation-unknown', '/invitation/unknown', false),
  ...storybookLooks,
]
