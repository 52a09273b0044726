import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { limits } from '#contract/limits.ts'
import { makeFilm } from './film.ts'
import { openUpload, uploadRow } from './open-upload.ts'
import { test } from './test.ts'

let files: string
test.beforeAll(async () => {
  files = await mkdtemp(join(tmpdir(), 'kinora-files-'))
})
test.afterAll(() => rm(files, { recursive: true, force: true }))

test('a film goes up, plays, and seeks; what is no film is refused with a sentence', async ({
  page,
  person,
}) => {
  const storyId = await openUpload(page, person)
  await page.setInputFiles('input[type=file]', [
    await fileOf('film.webm', await makeFilm(page, 3)),
    await fileOf('holiday.jpg', Buffer.from('not a picture at all')),
  ])

  await expect(uploadRow(page, 'film.webm')).toContainText('Safe on the server')
  await expect(uploadRow(page, 'holiday.jpg').getByRole('alert')).toContainText('not a supported file type')

  await page.getByRole('link', { name: 'View Story' }).click()
  await page.waitForURL(`**/app/stories/${storyId}`)
  const place = await page.locator('video').evaluate(async (element: HTMLVideoElement) => {
    element.muted = true
    await element.play()
    element.currentTime = 2
    await new Promise((seeked) => element.addEventListener('seeked', seeked, { once: true }))
    return element.currentTime
  })
  expect(place).toBeGreaterThanOrEqual(1.9)

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the original' }).click(),
  ])
  expect(await download.failure()).toBeNull()
})

test('an upload whose connection goes silent goes on by itself, says so when that helps nothing, and goes again after a rest', async ({
  page,
  person,
}) => {
  await page.clock.install()
  await openUpload(page, person)
  let silent = 1
  await page.route('**/media/uploads/**', (route) => {
    if (route.request().method() !== 'PATCH' || silent === 0) return route.continue()
    silent -= 1
    return undefined
  })
  const isSent = () =>
    page.waitForRequest(
      (request) => request.method() === 'PATCH' && request.url().includes('/media/uploads/'),
    )
  const goSilent = async () => {
    await page.clock.fastForward(limits.answerSeconds * 1_000)
  }
  const first = isSent()
  await page.setInputFiles('input[type=file]', await fileOf('film.webm', await makeFilm(page, 1)))
  await first
  await goSilent()
  await expect(uploadRow(page, 'film.webm')).toContainText('Safe on the server')

  silent = 3
  let sent = isSent()
  await page.setInputFiles('input[type=file]', await fileOf('later.webm', await makeFilm(page, 2)))
  for (let time = 0; time < 3; time += 1) {
    await sent
    sent = isSent()
    await goSilent()
  }
  await expect(uploadRow(page, 'later.webm').getByRole('alert')).toContainText(
    'Kinora cannot be reached just now.',
  )
  // After a rest it goes again, without a press.
  await page.clock.fastForward(15_000)
  await expect(uploadRow(page, 'later.webm')).toContainText('Safe on the server')
  await sent
})

test('an upload can be paused, goes on where it stopped, and outlives a closed tab', async ({
  page,
  context,
  person,
}) => {
  const storyId = await openUpload(page, person)
  // 40 MB of a film: the beginning of a real one, then padding that no player will ever reach.
  const bytes = Buffer.concat([await makeFilm(page, 1), Buffer.alloc(40_000_000, 7)])
  const path = await fileOf('long-film.webm', bytes)
  const line = await context.newCDPSession(page)
  await line.send('Network.enable')
  const goAt = (uploadThroughput: number) => {
    const conditions = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput }
    return line.send('Network.emulateNetworkConditions', conditions)
  }
  await goAt(6_000_000)
  let pieces = 0
  // The third piece of five would take more than a minute: however late it is paused, not all of the file has gone by then.
  await page.route('**/media/uploads/**', async (route) => {
    if (route.request().method() === 'PATCH') pieces += 1
    if (pieces === 3) await goAt(100_000)
    await route.continue()
  })
  await page.setInputFiles('input[type=file]', path)
  await expect.poll(() => percentOf(page)).toBeGreaterThan(30)
  await page.getByRole('button', { name: 'Pause long-film.webm' }).press('Enter')
  await expect(uploadRow(page, 'long-film.webm')).toContainText('Paused at')
  await expect(page.getByRole('button', { name: 'Go on with long-film.webm' })).toBeFocused()
  const before = await percentOf(page)
  await page.close({ runBeforeUnload: false })

  const again = await context.newPage()
  const offsets: number[] = []
  again.on('request', (request) => {
    const offset = request.headers()['upload-offset']
    if (request.method() === 'PATCH' && offset !== undefined) offsets.push(Number(offset))
  })
  await again.goto(`/app/stories/${storyId}/upload`)
  await again.setInputFiles('input[type=file]', path)
  await expect(uploadRow(again, 'long-film.webm')).toContainText('Safe on the server', { timeout: 60_000 })
  expect(before).toBeGreaterThan(30)
  expect(offsets[0]).toBeGreaterThan(0)

  const story = await person.api.stories.get({ id: storyId })
  expect(story.files.map((file) => file.sizeBytes)).toEqual([bytes.length])
})

test('an upload goes on where it stopped when a proxy has no server behind it for a while', async ({
  page,
  person,
}) => {
  const storyId = await openUpload(page, person)
  const bytes = await longFilm(page)
  const away = [
    { status: 502, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' },
    { status: 404, contentType: 'text/plain; charset=utf-8', body: '404 page not found' },
    { status: 200, contentType: 'text/html', body: '<h1>We are back in a minute</h1>' },
  ]
  let pieces = 0
  const asked: string[] = []
  await page.route('**/media/uploads{,/*}', (route) => {
    const method = route.request().method()
    asked.push(method)
    if (method === 'PATCH') pieces += 1
    if (method === 'PATCH' && pieces === 2) return route.abort('connectionreset')
    const page = method === 'HEAD' ? away.shift() : undefined
    return page ? route.fulfill(page) : route.continue()
  })

  await page.setInputFiles('input[type=file]', await fileOf('long-way.webm', bytes))
  await expect(uploadRow(page, 'long-way.webm')).toContainText('Safe on the server', { timeout: 60_000 })
  expect(away).toEqual([])
  expect(asked.filter((method) => method === 'POST')).toEqual(['POST'])
  const story = await person.api.stories.get({ id: storyId })
  expect(story.files.map((file) => file.sizeBytes)).toEqual([bytes.length])
})

test('an upload goes on where it stopped when the sign-in has run out meanwhile', async ({
  page,
  person,
}) => {
  const storyId = await openUpload(page, person)
  const asked = await breakOnce(page, 1)
  await page.setInputFiles('input[type=file]', await fileOf('long-way.webm', await longFilm(page)))

  await expect(uploadRow(page, 'long-way.webm')).toContainText('Safe on the server', { timeout: 60_000 })
  expect(asked.filter((method) => method !== 'PATCH')).toEqual(['POST', 'HEAD', 'HEAD'])
  const story = await person.api.stories.get({ id: storyId })
  expect(story.files).toHaveLength(1)
})

test('of an upload for which nobody is signed in any more that is said, and it goes on later where it stopped', async ({
  page,
  person,
}) => {
  await page.clock.install()
  await openUpload(page, person)
  const asked = await breakOnce(page, 7)
  const row = uploadRow(page, 'long-way.webm')
  await page.setInputFiles('input[type=file]', await fileOf('long-way.webm', await longFilm(page)))
  // The clock is moved only once the line is broken: earlier, half a minute would be a silence in the middle of the first piece.
  await expect.poll(() => asked, { timeout: 60_000 }).toContain('HEAD')
  const afterHalfAMinute = async () => {
    await page.clock.fastForward(30_000)
    return row.textContent()
  }
  const signedOut = expect.poll(afterHalfAMinute, { intervals: [1_000], timeout: 60_000 })
  await signedOut.toContain('You have been signed out.')

  await page.getByRole('button', { name: 'Try long-way.webm again' }).click()
  await expect(row).toContainText('Safe on the server', { timeout: 60_000 })
  expect(asked.filter((method) => method === 'POST')).toEqual(['POST'])
})

/**
 * Breaks the connection during the second piece of a file, and makes the server refuse so many requests for the offset to continue
 * from.
 * @returns the methods of all requests
 */
async function breakOnce(page: Page, refusals: number): Promise<string[]> {
  const asked: string[] = []
  const timesAsked = (method: string) => asked.filter((each) => each === method).length
  await page.route('**/media/uploads{,/*}', (route) => {
    const [method, headers] = [route.request().method(), route.request().headers()]
    asked.push(method)
    if (method === 'PATCH' && timesAsked('PATCH') === 2) return route.abort('connectionreset')
    const isRefused = method === 'HEAD' && timesAsked('HEAD') <= refusals
    return route.continue(isRefused ? { headers: { ...headers, authorization: 'Bearer worn out' } } : {})
  })
  return asked
}

/** A film of several pieces: a short one, then padding that no player will ever reach. */
const longFilm = async (page: Page) => Buffer.concat([await makeFilm(page, 1), Buffer.alloc(20_000_000, 7)])

async function percentOf(page: Page): Promise<number> {
  const text = await page.locator('main li').first().textContent()
  return Number(/(\d+) %/.exec(text ?? '')?.[1] ?? 0)
}

async function fileOf(name: string, bytes: Buffer): Promise<string> {
  const path = join(files, name)
  await writeFile(path, bytes)
  return path
}
