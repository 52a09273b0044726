import { chromium, expect } from '@playwright/test'
import { v7 as newId } from 'uuid'
import { browserArgs, browserProgram, fakeDevices } from './browser.ts'
import { escapeFrom } from './keyboard.ts'
import { losesCalls } from './lost.ts'
import { waitForMail } from './mailbox.ts'
import { openDevices, rememberDevices } from './opened-devices.ts'
import { aPhone, enter, phoneRecordedFor, readCode } from './phone.ts'
import { decodedMs, storedOriginals, tracksOf } from './recorder/stored.ts'
import { endSession, record, recordedFor, test } from './recorder/studio.ts'
import { voiceFile } from './recorder/voice.ts'
import { timeFrom } from './shown-time.ts'

const openStartDialog = '/app/studio?title=The+harbour+dance'

test('a phone that scans the code records without signing in, and a tab closed in the middle loses nothing', async ({
  page,
  browser,
  person,
  server,
}) => {
  await page.goto(openStartDialog)
  const address = await readCode(page)
  expect(address).toMatch(new RegExp(`^${server.origin}/record/[0-9a-f-]{36}#[\\w-]{43}$`))
  const secret = address.split('#')[1] ?? ''

  const context = await aPhone(browser)
  const asked: string[] = []
  context.on('request', (request) => asked.push(request.url()))
  const phone = await enter(context, address)
  await phone.getByRole('button', { name: 'Record', exact: true }).click()
  await phoneRecordedFor(phone, 3)

  // Opened again before the first tab is completely closed: its recording is offered once it is.
  const again = await context.newPage()
  await again.goto(address)
  await expect(again.getByRole('button', { name: 'Begin' })).toBeVisible()
  const offer = again.getByRole('region', { name: 'Unfinished recording' })
  await expect(offer).toHaveCount(0)
  await phone.close({ runBeforeUnload: false })
  await expect(offer).toContainText(/\d seconds/)
  await offer.getByRole('button', { name: 'Keep it' }).click()
  await expect(offer).toHaveCount(0)
  await again.getByRole('button', { name: 'Begin' }).click()
  await again.getByRole('button', { name: 'Record', exact: true }).click()
  await phoneRecordedFor(again, 2)
  await again.getByRole('button', { name: 'Stop' }).click()
  await expect(again.getByTestId('safety-line')).toHaveText('Everything is safe on the server')

  const parts = await storedOriginals(person, server.origin, 2)
  expect(parts.map(({ recording }) => recording.part)).toEqual([0, 1])
  for (const { path } of parts) {
    expect(tracksOf(path)).toEqual(['audio', 'video'])
    expect(decodedMs(path)).toBeGreaterThan(1_800)
  }
  expect(asked.filter((url) => url.split('#')[0]?.includes(secret))).toEqual([])
  expect(server.output()).not.toContain(secret)
  await context.close()
})

test('a further session of a story has a code of its own, which opens: that of the one before ended with it', async ({
  page,
  browser,
  person: _,
}) => {
  await page.goto(openStartDialog)
  const before = await readCode(page)
  await page.getByRole('button', { name: 'Continue on This Device' }).click()
  await record(page)
  await recordedFor(page, 1)
  await endSession(page)
  await page.getByRole('link', { name: 'View Story' }).click()
  await page.getByRole('link', { name: 'Record another part' }).click()
  const address = await readCode(page)

  expect(address).not.toBe(before)
  const context = await aPhone(browser)
  await enter(context, address)
  await context.close()
})

test('computer and phone record together: the phone shows the question, the computer sees the phone, and the end waits', async ({
  page,
  person,
  server,
}) => {
  // A separate browser, so that its fake microphone starts independently of the other one.
  const pocket = await chromium.launch({
    ...browserProgram,
    args: [...browserArgs, ...fakeDevices(voiceFile())],
  })
  await losesCalls(page, /recordingLinks\/(ask|stop|end)/)
  await page.goto(openStartDialog)
  const context = await aPhone(pocket)
  await rememberDevices(context)
  const phone = await enter(context, await readCode(page))
  await expect(page.getByRole('dialog')).toContainText('Your phone is connected.')
  await page.getByRole('button', { name: 'Continue on This Device' }).click()
  await page.getByRole('button', { name: 'Settings' }).filter({ visible: true }).click()
  await page.getByLabel('Recording quality').selectOption('low')
  await page.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('button', { name: /earliest thing you can remember/ }).click()
  await expect(phone.getByText(/earliest thing you can remember/)).toBeVisible()

  await phone.getByRole('button', { name: 'Record', exact: true }).click()
  await record(page)
  const seen = page.getByRole('region', { name: 'Phone' })
  await expect(seen).toContainText('The phone is recording')
  await expect(seen).toContainText(
    new RegExp(`Safe on the phone to ${timeFrom(3)}, safe on the server to ${timeFrom(1)}`),
  )
  await recordedFor(page, 12)

  await endSession(page)
  await expect(phone.getByText('The session has ended. Thank you!')).toBeVisible()
  await expect.poll(() => openDevices(phone)).toEqual([])
  await expect(phone.getByRole('meter')).toHaveCount(0)
  await expect(phone.getByRole('button', { name: /^Record/ })).toHaveCount(0)
  await expect(phone.getByTestId('safety-line')).toHaveText('Everything is safe on the server')
  await expect(phone.getByText('You can close this page now.')).toBeVisible()
  await expect(phone.getByText(/keep this page open/)).toHaveCount(0)
  const both = await storedOriginals(person, server.origin, 2)
  expect(both.map(({ path }) => tracksOf(path))).toEqual([
    ['audio', 'video'],
    ['audio', 'video'],
  ])

  // Both microphones heard the same voice, so the two recordings are tracks of one talk.
  const storyId = both[0]?.recording.storyId ?? ''
  const areTracks = async () => {
    const { recordings } = await person.api.stories.get({ id: storyId })
    return recordings.map(({ trackGroup }) => trackGroup !== null)
  }
  await expect.poll(areTracks, { timeout: 60_000 }).toEqual([true, true])
  await page.goto(`/app/stories/${storyId}`)
  await expect(page.getByRole('button', { name: 'Computer' })).toHaveAttribute('aria-pressed', 'true')
  const tracks = (await person.api.stories.get({ id: storyId })).recordings
  const offsetMs = tracks.find(({ linkId }) => linkId !== null)?.offsetMs ?? 0
  const player = page.locator('main video')
  await player.evaluate((video: HTMLVideoElement) => {
    video.currentTime = 6
  })
  await page.getByRole('button', { name: 'Phone' }).click()
  await expect
    .poll(() => player.evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeCloseTo(Math.max(0, 6 - offsetMs / 1000), 1)
  await pocket.close()
})

test('where a second phone takes over, the first is still seen, told to stop with the session, and waited for', async ({
  page,
  browser,
  person,
  server,
}) => {
  await page.goto(openStartDialog)
  const address = await readCode(page)
  const contexts = [await aPhone(browser), await aPhone(browser)] as const
  const first = await enter(contexts[0], address)
  await first.getByRole('button', { name: 'Record', exact: true }).click()
  await phoneRecordedFor(first, 2)
  await page.getByRole('button', { name: 'Continue on This Device' }).click()
  await page.getByRole('button', { name: 'Phone connected' }).click()
  await page.getByRole('button', { name: 'Let another phone take over' }).click()
  await expect(page.getByText('The next phone that opens the code takes over.')).toBeVisible()
  await enter(contexts[1], address)
  await escapeFrom(page, page.getByRole('dialog', { name: 'Use a phone' }))

  await expect(first.getByText('This link was given free for another device.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Phone' })).toContainText('The phone is recording')
  await endSession(page)
  await expect(first.getByTestId('safety-line')).toHaveText('Everything is safe on the server')
  await storedOriginals(person, server.origin, 1)
  await Promise.all(contexts.map((context) => context.close()))
})

test('a relative answers a printed or mailed question from anywhere, once; a second device and a link taken back are told', async ({
  page,
  browser,
  person,
  server,
}) => {
  const storyId = newId()
  await person.api.stories.create({ id: storyId, title: 'The wedding', method: 'journal' })
  await page.goto(`/app/stories/${storyId}`)
  await page.getByRole('button', { name: 'Ask a relative' }).click()
  await page.getByLabel('Your question').fill('Who danced first?')
  await page.getByLabel('Who is it for?').fill('Aunt Vera')
  await page.getByLabel('Send it by mail to').fill('vera@example.com')
  await page.getByRole('button', { name: 'Make the link and send it' }).click()
  await expect(page.getByRole('status').getByText('The link is ready.')).toBeVisible()
  const address = await readCode(page)
  expect(await waitForMail(server.dataDir, 'vera@example.com', 'asks you for a story')).toMatchObject({
    link: address,
  })
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('For Aunt Vera')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.emulateMedia({ media: 'screen' })

  const vera = await aPhone(browser)
  const herPage = await enter(vera, address)
  await expect(herPage.getByText('Who danced first?')).toBeVisible()
  await herPage.getByRole('button', { name: 'Record', exact: true }).click()
  await phoneRecordedFor(herPage, 2)
  await herPage.getByRole('button', { name: 'Stop' }).click()
  await expect(herPage.getByTestId('safety-line')).toHaveText('Everything is safe on the server')
  await expect(page.getByText('1 recording so far.')).toBeVisible()

  const another = await aPhone(browser)
  const theirPage = await another.newPage()
  await theirPage.goto(address)
  await expect(theirPage.getByRole('heading', { name: 'This link is open on another device' })).toBeVisible()

  await page.getByRole('button', { name: 'Take it back' }).click()
  await expect(page.getByText(/Taken back on/)).toBeVisible()
  await expect(herPage.getByText('This link was taken back.')).toBeVisible()
  await expect(herPage.getByRole('button', { name: 'Record' })).toHaveCount(0)
  await Promise.all([vera.close(), another.close()])
})
