import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { v7 as newId } from 'uuid'
import { type Person, signUp } from '../person.ts'
import { startServer } from '../server.ts'
import { killBrowser, noteBegin, openProfile, spooledNow } from './profile.ts'
import { decodedMs, storedOriginals, tracksOf } from './stored.ts'
import { keptMs, shownSeconds, test } from './studio.ts'

/** How often the phone's browser is killed, from KINORA_PHONE_KILLS; at least 2. */
const kills = Math.max(2, Number(process.env.KINORA_PHONE_KILLS ?? 2))
const longestMs = 5_000

test('a phone that is killed at any moment loses no counted slice, and its link finds the recording again', async ({
  server,
}) => {
  test.setTimeout(kills * 90_000)
  const lost: number[] = []
  for (let round = 0; round < kills; round += 1) {
    const person = await signUp(server.origin)
    const address = await linkOf(person)
    const profile = await mkdtemp(join(tmpdir(), 'kinora-phone-'))
    const { spooled, shownMs, recordedMs } = await recordAndKill(profile, server.origin, address)
    await keepWhatIsLeft(profile, server.origin, address)

    const [stored] = await storedOriginals(person, server.origin)
    if (!stored) throw new Error('nothing is stored')
    expect(stored.bytes.subarray(0, spooled.length).equals(spooled), `round ${round}`).toBe(true)
    expect(tracksOf(stored.path)).toEqual(['audio', 'video'])
    const kept = decodedMs(stored.path)
    expect(kept, `round ${round}`).toBeGreaterThanOrEqual(shownMs - 50)
    lost.push(Math.max(0, recordedMs - kept))
    await rm(profile, { recursive: true, force: true })
  }
  console.log(`phone killed ${kills} times; lost at the end, in ms: ${lost.map(Math.round).join(' ')}`)
  expect(Math.max(...lost)).toBeLessThanOrEqual(500)
})

test('a server that is killed while a phone records has everything in the end', async ({ browser }) => {
  const server = await startServer()
  const person = await signUp(server.origin)
  const phone = await browser.newPage({ viewport: { width: 390, height: 844 } })
  await begin(phone, await linkOf(person))
  await expect.poll(() => shownSeconds(phone), { timeout: 30_000 }).toBeGreaterThanOrEqual(2)

  await server.kill()
  await expect(phone.getByText(/Everything stays on this device and is sent/).first()).toBeVisible()
  const before = await shownSeconds(phone)
  await expect.poll(() => shownSeconds(phone), { timeout: 30_000 }).toBeGreaterThan(before + 1)
  await server.start()
  await phone.getByRole('button', { name: 'Stop' }).click()
  await expect(phone.getByTestId('safety-line')).toHaveText('Everything is safe on the server', {
    timeout: 60_000,
  })

  const [stored] = await storedOriginals(person, server.origin)
  expect(Math.abs(decodedMs(stored?.path ?? '') - (await keptMs(phone)))).toBeLessThanOrEqual(500)
  await phone.close()
  await server.remove()
})

async function linkOf(person: Person): Promise<string> {
  const story = { storyId: newId(), title: 'Cut short' }
  return (await person.api.recordingLinks.create({ id: newId(), purpose: 'relative', ...story })).address
}

async function begin(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.getByRole('button', { name: 'Begin' }).click()
  await expect(page.getByLabel('Camera preview')).toBeVisible()
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(page.getByRole('timer')).toBeVisible()
}

type Killed = { spooled: Buffer; shownMs: number; recordedMs: number }

async function recordAndKill(profile: string, origin: string, address: string): Promise<Killed> {
  const context: BrowserContext = await openProfile(profile, origin, null)
  await context.addInitScript(noteBegin)
  const page = await context.newPage()
  await begin(page, address)
  const moment = 1_000 + Math.random() * longestMs
  const noted = await page.waitForFunction(() => Number(document.documentElement.dataset.recorderBegan ?? 0))
  const begun = await noted.jsonValue()
  await expect.poll(() => Date.now() - begun, { intervals: [10], timeout: 20_000 }).toBeGreaterThan(moment)

  const shownMs = await keptMs(page)
  const spooled = await spooledNow(page)
  const killedAt = killBrowser(profile)
  await context.close().catch(() => undefined)
  return { spooled, shownMs, recordedMs: killedAt - begun }
}

async function keepWhatIsLeft(profile: string, origin: string, address: string): Promise<void> {
  const context = await openProfile(profile, origin, null)
  const page = await context.newPage()
  await page.goto(address)
  const offer = page.getByRole('region', { name: 'Unfinished recording' })
  await offer.getByRole('button', { name: 'Keep it' }).click()
  const delivery = page.getByRole('region', { name: 'Recording on its way' })
  await expect(offer).toHaveCount(0)
  await expect(delivery).toHaveCount(0, { timeout: 60_000 })
  await context.close()
}
