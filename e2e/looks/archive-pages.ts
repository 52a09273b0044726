import type { Look } from './look.ts'

/** Deleting the account, the trash, and archives. */
export const archiveLooks: Look[] = [
  {
    name: 'delete-account',
    signedIn: true,
    whole: false,
    open: async (page) => {
      await page.goto('/app/settings')
      await page.getByRole('button', { name: 'Delete Account' }).click()
      await page.getByLabel('Your password').waitFor()
    },
  },
  {
    name: 'trash',
    signedIn: true,
    open: async (page) => {
      await page.goto('/app/stories?new=journal')
      await page.getByLabel('Title').fill('A story that was told twice')
      await page.getByRole('button', { name: 'Write a Journal Entry' }).click()
      await page.getByLabel(/Your (next )?entry/).waitFor()
      const id = /stories\/([^/]+)/.exec(page.url())?.[1] ?? ''
      await page.goto(`/app/stories/${id}`)
      await page.getByRole('button', { name: 'Delete' }).first().click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
      await page.getByText('was deleted.').waitFor()
      await page.goto('/app/trash')
      await page
        .getByText(/Nothing here|deleted on/)
        .first()
        .waitFor()
    },
  },
]
