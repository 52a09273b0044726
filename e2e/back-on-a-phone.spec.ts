import { expect, type Page } from '@playwright/test'
import { v7 as uuidv7 } from 'uuid'
import { test } from './test.ts'

// With all that fades and slides: presses and answers come into the middle of it.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

declare class Watcher extends EventTarget {
  requestClose(): void
  destroy(): void
}
type Asked = Window & { closeWatchers?: (Watcher & { gone: boolean })[] }

/** Collects the browser's own close watchers: what Android's Back asks is the latest of them. */
test.beforeEach(({ context }) =>
  context.addInitScript(() => {
    const asked: Asked = window
    const Own: typeof Watcher = Reflect.get(window, 'CloseWatcher')
    asked.closeWatchers = []
    class Collected extends Own {
      gone = false
      constructor() {
        super()
        this.addEventListener('close', () => {
          this.gone = true
        })
        asked.closeWatchers?.push(this)
      }
      override destroy() {
        this.gone = true
        super.destroy()
      }
    }
    Reflect.set(window, 'CloseWatcher', Collected)
  }),
)

/** Back, as Android takes it: to the latest that waits for it, and only otherwise to the page before. */
async function pressBack(page: Page): Promise<void> {
  const isTaken = await page.evaluate(() => {
    const latest = (window as Asked).closeWatchers?.findLast(({ gone }) => !gone)
    latest?.requestClose()
    return latest !== undefined
  })
  if (!isTaken) await page.goBack()
}

test('Back closes what is open, asks about what is unsaved, and only then leads to the page before', async ({
  page,
  person,
}) => {
  const id = uuidv7()
  await person.api.stories.create({ id, title: 'Bread on Saturdays', method: 'journal' })
  await page.goto('/app/stories')
  await page.getByRole('link', { name: 'Bread on Saturdays' }).first().click()
  await page.waitForURL(`**/app/stories/${id}`)
  const heading = page.getByRole('heading', { name: 'Bread on Saturdays', level: 1 })

  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByRole('dialog', { name: 'Share Story' })).toBeVisible()
  await pressBack(page)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(heading).toBeVisible()

  await page.getByRole('button', { name: 'Edit' }).first().click()
  const edit = page.getByRole('dialog', { name: 'Edit Story' })
  await edit.getByLabel('Title').fill('Bread on Sundays')
  await pressBack(page)
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await expect(question).toBeVisible()
  await pressBack(page)
  await expect(question).toHaveCount(0)
  await expect(edit.getByLabel('Title')).toHaveValue('Bread on Sundays')
  await pressBack(page)
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(edit).toHaveCount(0)

  await page.getByRole('button', { name: 'Search' }).first().click()
  await expect(page.getByRole('combobox', { name: /^Search/ })).toBeVisible()
  await pressBack(page)
  await expect(page.getByRole('combobox', { name: /^Search/ })).toHaveCount(0)

  await page.getByRole('button', { name: 'Your menu' }).first().click()
  await expect(page.getByRole('menu')).toBeVisible()
  await pressBack(page)
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(heading).toBeVisible()

  await pressBack(page)
  await page.waitForURL('**/app/stories')
})
