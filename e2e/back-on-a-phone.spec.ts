import { expect, type Page } from '@playwright/test'
import { v7 as uuidv7 } from 'uuid'
import { test } from './test.ts'

// With all transitions, so that presses and answers arrive in the middle of them.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

declare class Watcher extends EventTarget {
  requestClose(): void
  destroy(): void
}
type Asked = Window & { closeWatchers?: (Watcher & { gone: boolean })[] }

/** Collects the page's close watchers: Android's Back requests the latest of them to close. */
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

/** How many close watchers of the page are waiting for Back. */
const waitingIn = (page: Page) =>
  page.evaluate(() => (window as Asked).closeWatchers?.filter(({ gone }) => !gone).length)

/**
 * Presses Back as Android does, for the latest waiting watcher. What opens, or is on top again, begins to wait a moment after it is
 * shown.
 */
async function pressBack(page: Page, waiting = 1): Promise<void> {
  await expect.poll(() => waitingIn(page)).toBe(waiting)
  await page.evaluate(() => (window as Asked).closeWatchers?.findLast(({ gone }) => !gone)?.requestClose())
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
  await pressBack(page, 2)
  await expect(question).toHaveCount(0)
  await expect(edit.getByLabel('Title')).toHaveValue('Bread on Sundays')
  // Only then does the dialog wait for Back again.
  await expect(edit.getByLabel('Title')).toBeFocused()
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

  // If nothing waits for Back, it leads to the previous page.
  await expect.poll(() => waitingIn(page)).toBe(0)
  await page.goBack()
  await page.waitForURL('**/app/stories')
})

test('Back closes one thing at a time, also where the browser asks two at once', async ({ page, person }) => {
  const id = uuidv7()
  await person.api.stories.create({ id, title: 'Bread on Saturdays', method: 'journal' })
  // The events, reported without querying the page: Playwright's queries count as user activation, and each would separate the two
  // closings.
  const told: string[] = []
  page.on('console', (message) => {
    if (/^(waits for Back|asks( no more)?)$/.test(message.text())) told.push(message.text())
  })
  await page.addInitScript(() => {
    const Own: typeof Watcher = Reflect.get(window, 'CloseWatcher')
    class Told extends Own {
      constructor() {
        super()
        console.log('waits for Back')
      }
    }
    Reflect.set(window, 'CloseWatcher', Told)
    // For Chromium, an Escape that nothing in the page has handled is what Back is for Android.
    window.addEventListener(
      'keydown',
      (event) => (event.isTrusted ? event.stopImmediatePropagation() : null),
      {
        capture: true,
      },
    )
    let isAsking = false
    new MutationObserver((changes) => {
      const added = changes.flatMap(({ addedNodes }) => [...addedNodes])
      if (!added.some((node) => node instanceof HTMLElement && node.role === 'alertdialog')) return
      isAsking = true
      console.log('asks')
    }).observe(document, { childList: true, subtree: true })
    // The question disappears some time before the dialog below waits again, which is the case once the field has the focus back.
    document.addEventListener('focusin', ({ target }) => {
      if (!isAsking || !(target instanceof HTMLInputElement)) return
      isAsking = false
      console.log('asks no more')
    })
  })
  const back = async (then: string[]) => {
    told.length = 0
    await page.keyboard.press('Escape')
    await expect.poll(() => told).toEqual(then)
  }

  await page.goto(`/app/stories/${id}`)
  await page.getByRole('button', { name: 'Edit' }).first().click()
  const edit = page.getByRole('dialog', { name: 'Edit Story' })
  await edit.getByLabel('Title').fill('Bread on Sundays')
  await expect.poll(() => told).toEqual(['waits for Back'])
  await back(['waits for Back', 'asks', 'waits for Back'])
  await back(['waits for Back', 'asks no more'])
  await back(['waits for Back', 'asks', 'waits for Back'])
  // Both close, because there was no user activation since the form was filled in.
  await back(['waits for Back', 'waits for Back', 'asks no more'])
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(edit.getByLabel('Title')).toHaveValue('Bread on Sundays')
})
