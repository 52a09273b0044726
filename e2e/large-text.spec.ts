import { expect, type Locator, type Page } from '@playwright/test'
import { v7 as uuidv7 } from 'uuid'
import { filmWithoutFfmpeg } from '../server/testing/test-media.ts'
import { pressWordTwice } from './press-word-twice.ts'
import { hiddenFindings, withLetters } from './readable.ts'
import { timeFrom } from './shown-time.ts'
import { test } from './test-with-database.ts'
import { heard, type Talk } from './transcripts.ts'

// accessibility.spec.ts looks at every page with large letters and at 400 %; this tests what people do there.

/** The viewports of a window of 1280 by 1024 at 400 % zoom, and of one of 1280 by 800 at 200 %. */
const zoomed = { width: 320, height: 256 }
const halved = { width: 640, height: 400 }
const twice = 32

test('letters set twice as large in the browser grow, and with them icons, the tree and the years', async ({
  page,
  person,
}) => {
  const known = { lastName: 'Petrenko', dateOfBirth: '1931', dateOfDeath: '2004', isDeceased: true }
  const names = ['Oksana', 'Margarete Elisabeth']
  for (const firstName of names) await person.api.familyMembers.create({ id: uuidv7(), firstName, ...known })

  const sizes = async () => {
    await page.goto('/app/family')
    const card = page.getByRole('button', { name: /^Oksana/ })
    await card.waitFor()
    const heading = page.getByRole('heading', { level: 1 })
    return {
      heading: Number.parseFloat(await heading.evaluate((element) => getComputedStyle(element).fontSize)),
      icon: await widthOf(page.getByRole('button', { name: 'Add Family Member' }).locator('svg')),
      card: await widthOf(card),
    }
  }
  const usual = await sizes()
  await withLetters(page, twice, async () => {
    const large = await sizes()
    expect(large.heading).toBeGreaterThan(usual.heading * 1.4)
    expect(large.icon).toBeCloseTo(usual.icon * 2, 0)
    expect(large.card).toBeGreaterThan(usual.card * 1.4)

    await page.goto('/app/labs/timeline')
    await page.getByRole('list', { name: 'Lives' }).getByRole('link').nth(1).waitFor()
    expect(await hiddenFindings(page)).toEqual([])
  })
})

test('letters twice as large on a phone break no word of a heading, and no icon outgrows its circle', async ({
  page,
  person,
}) => {
  const { id } = await person.api.prompts.create({ id: uuidv7(), text: 'What did Signe sing?' })
  const name = 'For the next visit to Portnessan'
  await person.api.prompts.createPlaylist({ id: uuidv7(), name, promptIds: [id] })
  await page.setViewportSize({ width: 390, height: 844 })
  await withLetters(page, twice, async () => {
    for (const path of ['/app', '/app/storybooks', '/app/prompts', '/app/labs/enhance']) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      if (path.endsWith('prompts')) await page.getByRole('heading', { name }).waitFor()
      expect.soft(await hiddenFindings(page), path).toEqual([])
    }
  })
})

test('at 400 % Record comes right after the picture, and the timer is all that stays in sight', async ({
  page,
  person,
}) => {
  await person.api.prompts.create({ id: uuidv7(), text: 'Who was there?', category: 'Childhood Memories' })
  await page.setViewportSize(zoomed)
  await page.goto('/app/studio?title=The+harbour+dance')
  const record = page.getByRole('button', { name: 'Record', exact: true })
  await record.waitFor()
  expect(await topOf(record)).toBeLessThan(await topOf(page.getByRole('tab', { name: 'Prompts' })))
  expect(await standing(page)).toBe(0)
  expect(await hiddenFindings(page)).toEqual([])

  await record.click()
  await expect(page.getByRole('timer')).toHaveText(new RegExp(timeFrom(1)))
  expect(await standing(page)).toBeLessThan(1 / 3)
  expect(await hiddenFindings(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await withLetters(page, twice, async () => expect(await hiddenFindings(page)).toEqual([]))
  await page.setViewportSize(zoomed)
  await page.getByRole('button', { name: 'Stop recording' }).click()
  await page.getByRole('button', { name: 'End', exact: true }).click()
  await page.getByRole('button', { name: 'Go on with the session' }).waitFor()
  expect(await hiddenFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'End Session' }).click()
  await page.waitForURL('**/session-recap**')
})

test('the timer of a recording lies on no control, with letters twice as large on a phone and on one on its side', async ({
  page,
  person: _,
}) => {
  const [width, height] = [390, 844]
  await page.setViewportSize({ width, height })
  await withLetters(page, twice, async () => {
    await page.goto('/app/studio?title=The+winter+the+boats+stayed+in')
    await page.getByRole('button', { name: 'Record', exact: true }).click()
    await expect(page.getByRole('timer')).toHaveText(new RegExp(timeFrom(1)))
    expect(await belowTheTimer(page)).toEqual([])
    expect(await hiddenFindings(page)).toEqual([])
  })

  await page.setViewportSize({ width: height, height: width })
  await expect.poll(() => belowTheTimer(page)).toEqual([])
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Recording under way' })).toContainText('Paused')
  expect(await belowTheTimer(page)).toEqual([])
  expect(await hiddenFindings(page)).toEqual([])
})

test('a studio without a camera says so in words that can be read at 400 %', async ({ page, person: _ }) => {
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'))
  })
  await page.setViewportSize(zoomed)
  await page.goto('/app/studio?title=The+harbour+dance')
  await page.getByText('Please allow this page to use them').waitFor()
  expect(await hiddenFindings(page)).toEqual([])
})

test('a transcript is read and corrected at 400 %, without its tools in the way', async ({
  page,
  person,
  world,
}) => {
  const { storyId } = await heard(world, person, await filmWithoutFfmpeg(), talks)
  await page.setViewportSize(zoomed)
  await page.goto(`/app/stories/${storyId}`)
  await page.getByRole('tab', { name: 'Transcript' }).click()
  const word = page.locator('[data-line]').nth(1).locator('[data-word="1"]')
  await word.waitFor()
  expect(await hiddenFindings(page)).toEqual([])
  await word.scrollIntoViewIfNeeded()
  expect(await standing(page)).toBeLessThan(1 / 3)

  await pressWordTwice(word)
  await page.getByRole('textbox').fill('We carried a red suitcase.')
  expect(await hiddenFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1280, height: 800 })
  await withLetters(page, twice, async () => expect(await hiddenFindings(page)).toEqual([]))
})

test('at 200 % Tab comes to nothing that lies below the bar at the foot of the page', async ({
  page,
  person: _,
}) => {
  await page.setViewportSize(halved)
  await page.goto('/app/settings')
  await page.getByRole('region', { name: 'Recent activity' }).getByRole('listitem').first().waitFor()
  const covered: string[] = []
  for (let step = 0; step < 30; step += 1) {
    await page.keyboard.press('Tab')
    covered.push(...(await page.evaluate(coveredFocus)))
  }
  expect(covered).toEqual([])
})

test('in forced colours it is seen what is chosen, how far something is, and where a dialog ends', async ({
  page,
  person,
}) => {
  const storyId = uuidv7()
  await person.api.stories.create({ id: storyId, title: 'Bread', method: 'journal' })
  await page.emulateMedia({ forcedColors: 'active' })

  await page.goto(`/app/stories/${storyId}`)
  const tabs = page.getByRole('tab')
  await tabs.first().waitFor()
  await expect
    .poll(() => groundOf(page.getByRole('tab', { selected: true })))
    .not.toBe(await groundOf(page.getByRole('tab', { selected: false }).first()))
  const nav = page.getByRole('navigation', { name: 'Main' })
  await expect
    .poll(() => groundOf(nav.getByRole('link', { name: 'Stories' })))
    .not.toBe(await groundOf(nav.getByRole('link', { name: 'Family' })))
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const toggle = page.getByRole('switch', { name: 'Public link' })
  await toggle.waitFor()
  const off = await groundOf(toggle)
  await expect.poll(() => groundOf(toggle.locator('span'))).not.toBe(off)
  await toggle.click()
  await expect(toggle).toBeChecked()
  await expect.poll(() => groundOf(toggle)).not.toBe(off)
  await expect.poll(() => groundOf(toggle.locator('span'))).not.toBe(await groundOf(toggle))
  await expect(page.getByRole('dialog')).not.toHaveCSS('border-top-width', '0px')

  await page.goto('/app')
  await page.getByRole('button', { name: 'Your menu' }).click()
  await expect(page.getByRole('menu')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  const [lit, unlit] = [page.locator('[data-highlighted]'), page.getByRole('menuitem', { name: 'Log Out' })]
  await expect.poll(() => groundOf(lit)).not.toBe(await groundOf(unlit))

  await page.goto('/app/studio?title=Bread')
  await page.getByRole('button', { name: 'Continue on This Device' }).click()
  const level = page.getByRole('meter', { name: 'Microphone level' })
  await expect.poll(() => groundOf(level.locator('div'))).not.toBe(await groundOf(level))
  const dot = page.getByRole('button', { name: 'Record', exact: true }).locator('span span')
  await expect.poll(() => groundOf(dot)).not.toBe(await groundOf(dot.locator('xpath=..')))
})

const talks: Talk[] = [
  { speaker: '1', startMs: 100, text: 'Where did you live then?' },
  { speaker: '2', startMs: 1400, text: 'We ?caried a red suit case.' },
  { speaker: '1', startMs: 3000, text: 'And then?' },
  { speaker: '2', startMs: 4000, text: 'Then we came to Odesa by the sea.' },
]

const widthOf = async (part: Locator) => (await part.boundingBox())?.width ?? 0
const topOf = (part: Locator) =>
  part.evaluate((element) => element.getBoundingClientRect().top + window.scrollY)
const groundOf = (part: Locator) => part.evaluate((element) => getComputedStyle(element).backgroundColor)

/** The part of the window that elements take which do not scroll with the page. */
function standing(page: Page): Promise<number> {
  return page.evaluate(() => {
    const boxes = [...document.querySelectorAll('body *')]
      .filter((part) => ['fixed', 'sticky'].includes(getComputedStyle(part).position))
      .filter((part) => part.checkVisibility() && getComputedStyle(part).clipPath === 'none')
      .map((part) => part.getBoundingClientRect())
    return boxes.reduce((sum, { width, height }) => sum + width * height, 0) / (innerWidth * innerHeight)
  })
}

/** Runs in the page: the focused element, if something else covers it completely. */
function coveredFocus(): string[] {
  const focused = document.activeElement
  if (focused === null || focused === document.body) return []
  const { left, right, top, bottom } = focused.getBoundingClientRect()
  const x = (left + right) / 2
  const seen = [top + 4, (top + bottom) / 2, bottom - 4].some((y) => {
    const at = document.elementFromPoint(x, y)
    return at !== null && (focused.contains(at) || at.contains(focused))
  })
  return seen ? [] : [focused.textContent ?? focused.tagName]
}

/** The controls that the floating timer covers before anybody scrolls. */
function belowTheTimer(page: Page): Promise<string[]> {
  return page.getByRole('region', { name: 'Recording under way' }).evaluate((timer) => {
    const own = timer.getBoundingClientRect()
    const isBelow = (control: Element) => {
      const { top, bottom, left, right, width } = control.getBoundingClientRect()
      return width > 0 && top < own.bottom && bottom > own.top && left < own.right && right > own.left
    }
    return [...document.querySelectorAll('button, a, input, [role=tab]')]
      .filter((control) => !timer.contains(control) && isBelow(control))
      .map((control) => control.getAttribute('aria-label') ?? control.textContent ?? '')
  })
}
