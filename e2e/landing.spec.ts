import { gzipSync } from 'node:zlib'
import { expect, type Locator, type Page } from '@playwright/test'
import { test } from './test.ts'

test('a guest leafs through the book, opens questions and finds the way in', async ({ page, server }) => {
  const asked = await listen(page)
  // Without movement, pages turn and places are reached at once, so that the test need not wait for transitions.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Keep the stories only your family can tell',
  )

  const book = page.getByRole('region', { name: 'Sample storybook' })
  await page.getByRole('link', { name: 'See Demo' }).click()
  await expect(book.getByText('Page 1 of 13')).toBeInViewport()
  await expect(book.getByRole('button', { name: 'Previous page' })).toHaveAttribute('aria-disabled', 'true')
  await book.getByRole('button', { name: 'Next page' }).click()
  await expect(book.getByText('Page 2 of 13')).toBeVisible()
  await expect(book.getByText('For Mila, who found the lamp')).toBeInViewport()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowLeft')
  await expect(book.getByText('Page 3 of 13')).toBeVisible()
  await expect(book.getByRole('heading', { name: 'Behind the last of the jam' })).toBeInViewport()
  await book.getByRole('button', { name: 'Go to page 13' }).click()
  await expect(book.getByText('Page 13 of 13')).toBeVisible()
  await expect(book.getByText('Told by Nela')).toBeInViewport()
  await page.keyboard.press('ArrowRight')
  await expect(book.getByText('Page 13 of 13')).toBeVisible()
  // A click on a page at the side turns to it.
  await book.getByRole('article', { name: 'Page 12' }).click({ position: { x: 20, y: 200 } })
  await expect(book.getByText('Page 12 of 13')).toBeVisible()
  await expect(book.getByText('Last October Mila climbed')).toBeInViewport()

  // On a low screen, where the text needs more than a page's shape, pages do not overlap.
  await page.setViewportSize({ width: 1024, height: 700 })
  const widths = await book
    .locator('[data-page]')
    .evaluateAll((pages) =>
      pages.map((sheet) => [sheet.firstElementChild?.getBoundingClientRect(), sheet.getBoundingClientRect()]),
    )
  for (const [sheet, place] of widths) expect(sheet?.width).toBeCloseTo(place?.width ?? 0, 0)
  await page.setViewportSize({ width: 1280, height: 800 })

  const questions = page.locator('#faq details')
  await expect(questions).toHaveCount(11)
  await questions.nth(0).locator('summary').click()
  await questions.nth(3).locator('summary').press('Enter')
  await expect(page.locator('#faq details[open]')).toHaveCount(1)
  await expect(questions.nth(3).getByText('You alone, until you share one.')).toBeVisible()

  await expect(page.getByRole('button', { name: 'Coming Soon! (Generation Plan)' })).toBeDisabled()
  await expect(page.getByRole('link', { name: 'Choose Family' })).toHaveAttribute('href', '/login')
  await expect(page.getByText(`© 2025–${new Date().getFullYear()}`)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Dashboard' })).toHaveCount(0)

  expect(asked.filter((address) => !address.startsWith(server.origin))).toEqual([])
  expect(await layoutShift(page)).toBeLessThan(0.02)
})

test('a finger leafs through the book on a phone, and nothing moves under it', async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({
    baseURL: server.origin,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await listen(page)
  await page.goto('/')
  const book = page.getByRole('region', { name: 'Sample storybook' })
  const pages = book.getByRole('list', { name: 'Pages' })
  await pages.scrollIntoViewIfNeeded()
  const box = await pages.boundingBox()
  if (!box) throw new Error('the book is not on the page')

  const client = await context.newCDPSession(page)
  // The finger rests before it is lifted, by the events' own timestamps: after a fling, Chromium turns two pages if it draws a
  // frame too late.
  const swipe = async (from: number, to: number) => {
    const beganAt = Date.now() / 1_000
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', step: number) =>
      client.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x: from + ((to - from) * step) / 12, y: box.y + 300 }],
        timestamp: beganAt + step / 60,
      })
    await touch('touchStart', 0)
    for (let step = 1; step <= 12; step += 1) await touch('touchMove', step)
    await touch('touchEnd', 40)
  }
  // The label names a page as soon as half of it is in view, but a finger that touches it then drags it back, so wait until it
  // rests.
  const lies = async (number: number) => {
    await expect(book.getByText(`Page ${number} of 13`)).toBeVisible()
    const article = book.getByRole('article', { name: `Page ${number}`, exact: true })
    const middle = () => article.boundingBox().then((at) => Math.round((at?.x ?? 0) + (at?.width ?? 0) / 2))
    await expect.poll(middle).toBe(195)
  }
  await swipe(300, 60)
  await lies(2)
  await swipe(300, 60)
  await lies(3)
  await swipe(60, 300)
  await lies(2)
  expect(await layoutShift(page)).toBeLessThan(0.02)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await context.close()
})

test('a browser that does not tell when scrolling ends, as Safari before 26.2, names the page that was scrolled to, and turns on from it', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'onscrollend')
    window.addEventListener('scrollend', (event) => event.stopImmediatePropagation(), { capture: true })
  })
  await page.goto('/')
  const book = page.getByRole('region', { name: 'Sample storybook' })
  const pages = book.getByRole('list', { name: 'Pages' })
  await pages.scrollIntoViewIfNeeded()
  await expect(book.getByText('Page 1 of 13')).toBeVisible()

  await pages.evaluate((strip) => {
    const [, , third] = strip.querySelectorAll<HTMLElement>('[data-page]')
    if (third) strip.scrollTo({ left: third.offsetLeft + third.offsetWidth / 2 - strip.clientWidth / 2 })
  })
  await expect(book.getByText('Page 3 of 13')).toBeVisible()
  await book.getByRole('button', { name: 'Next page' }).click()

  await expect(book.getByText('Page 4 of 13')).toBeVisible()
  const fourth = book.getByRole('article', { name: 'Page 4', exact: true })
  const offMiddle = () =>
    fourth.evaluate((sheet) => {
      const { left, width } = sheet.getBoundingClientRect()
      const strip = sheet.closest('[data-strip]')?.getBoundingClientRect()
      return Math.abs(Math.round(left + width / 2 - (strip ? strip.left + strip.width / 2 : 0)))
    })
  await expect.poll(offMiddle).toBe(0)
  await expect(book.getByText('Page 4 of 13')).toBeVisible()
})

test('the bar leaves on the way down and returns on the way up; its logo changes past the first screen', async ({
  page,
}) => {
  await page.goto('/')
  const bar = page.getByRole('banner')
  await page.mouse.move(600, 500)
  await page.mouse.wheel(0, 90)
  await expect(bar).toBeInViewport()
  await page.mouse.wheel(0, 400)
  await expect(bar).not.toBeInViewport()
  await page.mouse.wheel(0, -60)
  await expect(bar).toBeInViewport()
  await expect(bar.getByText('Kinora', { exact: true })).toHaveCSS('opacity', '1')

  await page.mouse.wheel(0, 800)
  await page.mouse.wheel(0, -30)
  await expect(bar.getByText('Kinora', { exact: true })).toHaveCSS('opacity', '0')
  await page.mouse.wheel(0, 300)
  await expect(bar).not.toBeInViewport()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(bar).toBeInViewport()
})

test('on a narrow phone the bar is one row, and a longer word takes the place of the name alone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/')
  const bar = page.getByRole('banner')
  const name = bar.getByText('Kinora', { exact: true })
  const entry = bar.locator('.for-guests')
  for (const width of [320, 360, 375, 390]) {
    await page.setViewportSize({ width, height: 640 })
    await expectOneRow(page, [bar.locator('.logo svg'), name, entry, bar.locator('summary')])
  }

  await page.setViewportSize({ width: 320, height: 640 })
  await entry.evaluate((link) => {
    link.textContent = 'Jetzt anfangen'
  })
  await expectOneRow(page, [bar.locator('.logo svg'), entry, bar.locator('summary')])
  const [logo, words] = [await bar.locator('.logo').boundingBox(), await name.boundingBox()]
  expect(words?.y, 'no part of the name shows').toBeGreaterThanOrEqual((logo?.y ?? 0) + (logo?.height ?? 0))
})

test('without scripts everything can be read, and nothing is offered that would do nothing', async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({ baseURL: server.origin, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Get Started' })).toHaveCount(3)
  await expect(page.getByRole('button', { name: 'Next page' })).toHaveCount(0)
  await expect(page.locator('.book-page')).toHaveCount(13)
  await page.locator('#faq summary').first().click()
  await expect(page.getByText('There is nothing to install')).toBeVisible()
  await context.close()
})

test('whoever is signed in finds the way to the dashboard, and signing out elsewhere shows', async ({
  page,
  context,
  person: _,
}) => {
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Get Started' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Dashboard' })).toHaveCount(3)

  const other = await context.newPage()
  const logged = other.waitForEvent('console', (message) => message.text().startsWith('404'))
  await other.goto('/nowhere')
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found')
  expect((await logged).text()).toContain('/nowhere')
  await other.evaluate(() => localStorage.removeItem('kinora.auth'))
  await expect(page.getByRole('link', { name: 'Get Started' })).toHaveCount(3)
  await other.getByRole('link', { name: 'Return to Home' }).click()
  await expect(other.getByRole('heading', { level: 1 })).toHaveText(
    'Keep the stories only your family can tell',
  )
})

test('the page is light: little script, none of it inline', async ({ page, server }) => {
  const scripts: Promise<Buffer>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.body())
  })
  const answer = await page.goto('/', { waitUntil: 'load' })
  const sizes = (await Promise.all(scripts)).map((script) => gzipSync(script).length)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(5_000)
  expect(answer?.headers()['content-security-policy']).toContain("script-src 'self'")
  expect(await page.locator('script:not([src])').count()).toBe(0)
  expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(`${server.origin}/`)

  const picture = await page.request.get('/family.png')
  expect(picture.headers()['content-type']).toBe('image/png')
})

/**
 * Expects the parts to stand side by side at one height, within the screen, and within a bar no higher than its tallest part needs.
 */
async function expectOneRow(page: Page, parts: Locator[]): Promise<void> {
  const width = page.viewportSize()?.width ?? 0
  let at = 0
  for (const part of parts) {
    const { x, y, width: wide, height } = (await part.boundingBox()) ?? { x: -1, y: 0, width: 0, height: 0 }
    expect.soft(x, `at ${width}, beside what comes before`).toBeGreaterThanOrEqual(at)
    expect.soft(Math.abs(y + height / 2 - 36), `at ${width}, in the middle of the bar`).toBeLessThan(4)
    at = x + wide
  }
  expect.soft(at).toBeLessThanOrEqual(width)
  expect((await page.getByRole('banner').boundingBox())?.height).toBe(73)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
}

/** Collects every address that the page requests; an error in its console fails the test. */
async function listen(page: Page): Promise<string[]> {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  page.on('console', (message) => {
    if (message.type() === 'error') throw new Error(message.text())
  })
  await page.addInitScript(() => {
    const seen = { shift: 0 }
    Object.assign(window, { seenShift: seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
      })[]) {
        if (!entry.hadRecentInput) seen.shift += entry.value
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return asked
}

function layoutShift(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as { seenShift: { shift: number } }).seenShift.shift)
}
