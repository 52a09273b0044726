import { expect, type Page } from '@playwright/test'
import { filmWithoutFfmpeg } from '../server/testing/test-media.ts'
import { test as withDatabase } from './test-with-database.ts'
import { line, openTranscript, word } from './transcript-page.ts'
import { heard } from './transcripts.ts'
import { unheardServer } from './unheard-server.ts'

const lineCount = 130

const test = withDatabase.extend<{ storyId: string }>({
  /** A story whose transcript is longer than a screen, and than what is loaded at once. */
  storyId: async ({ world, person }, use) => {
    const talks = Array.from({ length: lineCount }, (_, index) => ({
      speaker: String(1 + (index % 2)),
      startMs: 100 + index * 800,
      text: `Apples ${index}.`,
    }))
    const { storyId } = await heard(world, person, await filmWithoutFfmpeg(), talks)
    await use(storyId)
  },
})

test('lines that could not be loaded are told of below the others and in the search, and come when they are asked for again', async ({
  page,
  person,
  storyId,
}) => {
  // Whatever is heard of meanwhile asks for them as well, and takes the way to ask away under a press.
  await unheardServer(page, person)
  // Whoever reaches the end of the list asks as well, and a press scrolls there: there is an answer only once the button was pressed.
  const isAskedAgain = () => page.evaluate(() => document.body.dataset.askedAgain === 'true')
  await page.route('**/rpc/transcripts/lines', async (route) => {
    const isFurther = route.request().postData()?.includes('cursor')
    return isFurther && !(await isAskedAgain()) ? route.fulfill({ status: 500, body: '' }) : route.fallback()
  })
  await openTranscript(page, storyId)
  await page.keyboard.press('Control+f')
  await page.getByRole('textbox', { name: 'Find', exact: true }).fill('Apples')
  const search = page.getByRole('search', { name: 'Find and replace' })
  await expect(search.getByRole('status').first()).toHaveText(
    '1 of 100 in what is loaded. The rest could not be loaded.',
  )
  const told = page.getByRole('alert').filter({ hasText: 'The rest of the transcript could not be loaded.' })
  await expect(told).toBeVisible()

  await page.evaluate(() =>
    document.addEventListener(
      'click',
      () => {
        document.body.dataset.askedAgain = 'true'
      },
      { capture: true, once: true },
    ),
  )
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(search.getByRole('status').first()).toHaveText(`1 of ${lineCount}`)
  await expect(told).toHaveCount(0)
})

test('where a visitor’s lines could not be loaded, they come when they are asked for again', async ({
  page,
  person,
  storyId,
}) => {
  const link = await person.api.publicLinks.turnOn({ storyId })
  let isDown = true
  await page.route('**/rpc/publicStories/lines', (route) =>
    isDown ? route.fulfill({ status: 500, body: '' }) : route.fallback(),
  )
  await page.goto(new URL(link.url).pathname)
  await page.getByRole('button', { name: 'Read what is said' }).click()
  await expect(page.getByRole('heading', { name: 'What is said could not be loaded' })).toBeVisible()

  isDown = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('list', { name: 'What is said' })).toContainText('Apples 0.')
})

for (const [how, goElsewhere] of [
  ['a key', (page: Page) => page.keyboard.press('End')],
  [
    'the scroll bar',
    (page: Page) =>
      page.evaluate(() => {
        // Browsers under test draw no scroll bar; a press on one is a press on the root.
        document.documentElement.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
        window.scrollTo(0, document.documentElement.scrollHeight)
      }),
  ],
] as const) {
  test(`whoever reads on elsewhere by ${how} stays there, and finds back to the voice`, async ({
    page,
    storyId,
  }) => {
    await openTranscript(page, storyId)
    const player = page.locator('video, audio')
    // As slowly as Chromium plays: a machine that stands still for ten seconds is elsewhere before the next line is spoken.
    await player.evaluate((element: HTMLMediaElement) => {
      element.playbackRate = 1 / 16
    })
    await word(page, 0, 0).click()
    await expect(line(page, 0).locator('[data-spoken]')).toBeVisible()
    await player.evaluate(() => (document.activeElement as HTMLElement).blur())
    await goElsewhere(page)
    await player.evaluate(playToTheNextLine)
    const back = page.getByRole('button', { name: 'Back to the voice' })
    await expect(back).toBeVisible()
    await expect(line(page, 0)).not.toBeInViewport()
    await back.click()
    await expect(page.locator('[data-spoken]').first()).toBeInViewport()
  })
}

/** Runs in the page: plays sooner to the line that begins at 900 ms, and from there as slowly as before. */
async function playToTheNextLine(player: HTMLMediaElement): Promise<void> {
  const { playbackRate } = player
  player.playbackRate = 0.5
  while (player.currentTime < 0.95) await new Promise(requestAnimationFrame)
  player.playbackRate = playbackRate
}

for (const [whose, withOwnKey, words] of [
  ['Kinora’s engine', false, 'Listening to the recording'],
  ['a key of one’s own', true, 'Being listened to with a key of one’s own'],
] as const) {
  test(`of a recording being listened to with ${whose}, a screen reader says so once, and not every piece`, async ({
    page,
    storyId,
  }) => {
    await page.route('**/rpc/transcripts/get', async (route) => {
      const answer = await route.fetch()
      const { json } = await answer.json()
      const working = { ...json, state: 'processing', withOwnKey, piecesDone: 3, piecesTotal: 40 }
      await route.fulfill({ response: answer, json: { json: working } })
    })
    await openTranscript(page, storyId)
    await expect(page.getByText(/3 of 40 pieces/)).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: /listen/i })).toHaveText(words)
  })
}
