import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { browserArgs, browserProgram } from '../e2e/browser.ts'
import { type Person, signInHere } from '../e2e/person.ts'
import { type Finding, median } from './bench.ts'

const KEYS = 200
/** Regular pauses, so that typed text is sent, answered and announced while typing goes on. */
const KEYS_BETWEEN_PAUSES = 20
const PAUSE_MS = 800
const GOAL_MS = 50

type Story = { storyId: string }

/**
 * The time from a key press until its result is painted, in the middle of a long and of a short transcript: from the event's own
 * timestamp to the first task after the frame that shows it.
 */
export async function typeInPage(
  origin: string,
  person: Person,
  long: Story,
  short: Story,
): Promise<Finding[]> {
  const browser = await chromium.launch({ ...browserProgram, args: browserArgs })
  try {
    const context = await browser.newContext({ baseURL: origin, viewport: { width: 1280, height: 900 } })
    await signInHere(context, person)
    const inShort = await type(context, short)
    const inLong = await type(context, long)
    return [
      finding('a key until it is painted, median', median(inLong.keys), median(inShort.keys)),
      finding('a key until it is painted, p95', p95(inLong.keys), p95(inShort.keys)),
      finding('the longest task while typing', inLong.longestTask, inShort.longestTask, null),
    ]
  } finally {
    await browser.close()
  }
}

async function type(context: BrowserContext, { storyId }: Story) {
  const page = await context.newPage()
  await page.goto(`/app/stories/${storyId}`)
  await page.getByRole('tab', { name: 'Transcript' }).click()
  await page.locator('[data-word]').first().waitFor()
  await scrollToMiddle(page)
  await page
    .locator('li[data-line]')
    .nth(8)
    .getByRole('button', { name: /^Correct/ })
    .click()
  await page.locator('li[data-line] textarea').waitFor()
  await page.evaluate(watchKeys)
  for (let key = 0; key < KEYS; key += 1) {
    await page.keyboard.press(key % 6 === 5 ? 'Space' : ('abcde'[key % 5] ?? 'a'))
    await page.waitForTimeout(key % KEYS_BETWEEN_PAUSES === KEYS_BETWEEN_PAUSES - 1 ? PAUSE_MS : 20)
  }
  const measured = await page.evaluate(() => window.measuredKeys)
  await page.close()
  return measured
}

/** Scrolls to the middle of the page, and waits for what is loaded on the way. */
async function scrollToMiddle(page: Page): Promise<void> {
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2))
  await page.waitForTimeout(1_500)
}

declare global {
  interface Window {
    measuredKeys: { keys: number[]; longestTask: number }
  }
}

/** Runs in the page. */
function watchKeys(): void {
  window.measuredKeys = { keys: [], longestTask: 0 }
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      window.measuredKeys.longestTask = Math.max(window.measuredKeys.longestTask, duration)
    }
  }).observe({ type: 'longtask' })
  window.addEventListener(
    'keydown',
    ({ timeStamp }) => {
      requestAnimationFrame(() => {
        const afterPaint = new MessageChannel()
        afterPaint.port1.onmessage = () => window.measuredKeys.keys.push(performance.now() - timeStamp)
        afterPaint.port2.postMessage(null)
      })
    },
    true,
  )
}

function p95(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length * 0.95)] ?? Number.POSITIVE_INFINITY
}

function finding(what: string, ours: number, peer: number, goalMs: number | null = GOAL_MS): Finding {
  const ms = (value: number) => `${value.toFixed(1)} ms`
  return {
    what,
    ours: ms(ours),
    peer: ms(peer),
    ratio: peer === 0 ? null : ours / peer,
    goal: goalMs === null ? '' : `at most ${goalMs} ms`,
    met: goalMs === null ? null : ours <= goalMs,
  }
}
