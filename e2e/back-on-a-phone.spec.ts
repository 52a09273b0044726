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

/** How much of the page waits for Back. */
const waitingIn = (page: Page) =>
  page.evaluate(() => (window as Asked).closeWatchers?.filter(({ gone }) => !gone).length)

/** Back, as Android takes it: to the latest that waits for it. What opens, or lies open again, waits a moment after it is seen. */
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
  // Only then it listens again.
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

  // Where nothing waits for it, it leads to the page before.
  await expect.poll(() => waitingIn(page)).toBe(0)
  await page.goBack()
  await page.waitForURL('**/app/stories')
})

test('Back closes one thing at a time, also where the browser asks two at once', async ({ page, person }) => {
  const id = uuidv7()
  await person.api.stories.create({ id, title: 'Bread on Saturdays', method: 'journal' })
  // What happened, told without asking the page: Playwright's questions count as touches, and each would part the two.
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
    // To Chromium an Escape that nothing in the page has taken is what Back is to Android.
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
    // Gone it is some time before what lies below it listens again: that is so once the field has the focus back.
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
  // Both, as nothing was touched since the form was filled in.
  await back(['waits for Back', 'waits for Back', 'asks no more'])
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(edit.getByLabel('Title')).toHaveValue('Bread on Sundays')
})
