import type { Look } from './look.ts'

/** The pages of prompts: an empty list, the library, a playlist and a dialog. */
export const promptLooks: Look[] = [
  {
    name: 'prompts-mine',
    signedIn: true,
    open: async (page) => {
      await page.goto('/app/prompts')
      await page.getByRole('button', { name: 'Create Your First Prompt' }).waitFor()
    },
  },
  {
    name: 'prompts-explore',
    signedIn: true,
    whole: false,
    open: async (page) => {
      await page.goto('/app/prompts?tab=explore')
      await page.getByRole('region', { name: 'Official Prompts' }).getByRole('listitem').first().waitFor()
    },
  },
  {
    name: 'prompts-playlist',
    signedIn: true,
    whole: false,
    open: async (page) => {
      await page.goto('/app/prompts/playlists/01900000-0002-7000-8000-000000000001')
      await page.getByRole('heading', { level: 1 }).waitFor()
    },
  },
  {
    name: 'prompts-new-playlist',
    signedIn: true,
    whole: false,
    open: async (page) => {
      await page.goto('/app/prompts')
      await page.getByRole('button', { name: 'New Playlist' }).click()
      await page.getByRole('button', { name: /^Add / }).first().waitFor()
    },
  },
]
