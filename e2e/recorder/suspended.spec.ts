import { readlinkSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { giveOwnClock } from '../own-clock.ts'
import { type Person, signUp } from '../person.ts'
import { timeFrom } from '../shown-time.ts'
import { openProfile } from './profile.ts'
import { decodedMs, storedOriginals } from './stored.ts'
import { endSession, keptMs, openStudio, record, recordedFor, test } from './studio.ts'

const sleptMs = 12_000

test('a browser that stood still for a while ends the part before it, says so, and goes on with a further part', async ({
  server: { origin },
}) => {
  const person = await signUp(origin)
  const profile = await mkdtemp(join(tmpdir(), 'kinora-profile-'))
  const context = await openProfile(profile, origin, person)
  const page = await context.newPage()
  await openStudio(page, 'The lid was closed')
  await record(page)
  await recordedFor(page, 3)

  const asleep = Number(readlinkSync(join(profile, 'SingletonLock')).split('-').at(-1))
  process.kill(-asleep, 'SIGSTOP')
  const wakesAt = Date.now() + sleptMs
  await expect.poll(() => Date.now(), { timeout: 2 * sleptMs }).toBeGreaterThan(wakesAt)
  process.kill(-asleep, 'SIGCONT')

  await goOnAfterSleep(page, person, origin)
  await context.close()
  await rm(profile, { recursive: true, force: true })
})

test('so does a device whose clocks stood still with it', async ({ page, person, server: { origin } }) => {
  const jump = await giveOwnClock(page)
  await openStudio(page, 'The lid was closed')
  await record(page)
  await recordedFor(page, 3)

  // All that such a page notices of a minute's sleep.
  await jump(60_000)
  await goOnAfterSleep(page, person, origin)
})

async function goOnAfterSleep(page: Page, person: Person, origin: string): Promise<void> {
  await expect(page.getByRole('alert')).toContainText('This device was asleep')
  await expect(page.getByRole('alert')).toContainText(
    new RegExp(`Everything up to ${timeFrom(3)} is safe on this device`),
  )
  const firstMs = await keptMs(page)
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect.poll(() => keptMs(page), { timeout: 20_000 }).toBeGreaterThan(firstMs + 1_000)
  await endSession(page)

  const [first, second] = await storedOriginals(person, origin, 2)
  expect([first?.recording.part, second?.recording.part]).toEqual([0, 1])
  expect(decodedMs(first?.path ?? '')).toBeGreaterThan(2_900)
  expect(decodedMs(first?.path ?? '')).toBeLessThan(sleptMs)
  expect(decodedMs(second?.path ?? '')).toBeGreaterThan(900)
}
