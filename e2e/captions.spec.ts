import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, expect, type Page } from '@playwright/test'
import { accessibilityFindings } from './accessibility.ts'
import { anyDevices, browserArgs, browserProgram, fakeDevices } from './browser.ts'
import { keepMessages, keptMessages } from './keep-messages.ts'
import { addSpeaker, endStudio, openStudioAt } from './open-studio.ts'
import { signInHere, signUp } from './person.ts'
import { voiceFile } from './recorder/voice.ts'
import { startServer } from './server.ts'
import { timeFrom } from './shown-time.ts'
import { say, standInForSpeech, withoutSpeech } from './speech-stand-in.ts'
import { test } from './test.ts'

test.use({ launchOptions: { ...browserProgram, args: [...browserArgs, ...anyDevices] } })

test('while it records words appear where the browser can write along, and the pill floats above everything', async ({
  page,
  person,
}) => {
  await standInForSpeech(page)
  await openStudioAt(page, 'Two voices', 'recording')
  await addSpeaker(page, 'Leo')
  await page.getByRole('button', { name: 'Settings' }).filter({ visible: true }).click()
  await expect(page.getByRole('switch', { name: 'Auto-transcription' })).toBeDisabled()
  await expect(page.getByText('Not set up on this Kinora')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove Current User' })).toHaveCount(0)
  await expect.poll(() => accessibilityFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Remove Leo' }).click()
  await page.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('tab', { name: 'Transcript' }).click()
  const here = page.getByText('Transcription will appear here during recording...')
  await expect(here).toBeHidden()
  await page.getByRole('switch', { name: 'Live captions' }).click()
  await expect(here).toBeVisible()
  await expect.poll(() => accessibilityFindings(page)).toEqual([])

  await page.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(page.getByRole('timer')).toBeVisible()
  await expect.poll(() => say(page, 'we had a', false)).toBe(1)
  await say(page, 'we had an orchard', true)
  await expect(page.getByRole('list', { name: 'Live captions' })).toContainText('we had an orchard')

  // Where it stops, it is said how to go on, and that does go on.
  const captions = page.getByRole('switch', { name: 'Live captions' })
  await page.evaluate(() => void Object.assign(window, { refuseToHear: 'network' }))
  await captions.click()
  await captions.click()
  const stopped = page.getByRole('alert').filter({ hasText: 'speech recognition has stopped' })
  await expect(stopped).toContainText('Switch the captions off and on to try again.')
  await page.evaluate(() => void Object.assign(window, { refuseToHear: undefined }))
  await captions.click()
  await captions.click()
  await expect(stopped).toHaveCount(0)
  await expect.poll(() => say(page, 'with pears', true)).toBe(1)
  await page.getByRole('tab', { name: 'Journal' }).click()
  await expect(page.getByRole('button', { name: 'Voice-to-text' })).toBeDisabled()

  await page.getByRole('button', { name: 'Close the timer; the recording goes on' }).click()
  await expect(page.getByRole('button', { name: 'Stop recording' })).toBeHidden()
  await page.getByRole('button', { name: /Show the timer/ }).click()
  await expect.poll(() => accessibilityFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Stop recording' }).click()
  await expect.poll(() => say(page, 'too late', true)).toBe(0)

  await page.getByRole('button', { name: 'End', exact: true }).click()
  await expect(page.getByRole('alertdialog', { name: 'End Recording Session?' })).toBeVisible()
  await expect.poll(() => accessibilityFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'End Session' }).click()
  await page.waitForURL('**/app/session-recap**')
  await expect.poll(async () => (await person.api.stories.list({})).items.length).toBe(1)
})

test('where an engine is set up it writes along while somebody speaks and writes the recording down afterwards, unless that is turned off', async () => {
  const engine = join(import.meta.dirname, '../server/testing/speech-command.ts')
  const server = await startServer({
    SPEECH_ENGINE: 'command',
    SPEECH_COMMAND: JSON.stringify([
      process.execPath,
      engine,
      join(tmpdir(), `kinora-asked-${randomUUID()}.jsonl`),
    ]),
  })
  const args = [...browserArgs, ...fakeDevices(voiceFile())]
  const browser = await chromium.launch({ ...browserProgram, args })
  try {
    const person = await signUp(server.origin)
    const context = await browser.newContext({ baseURL: server.origin })
    await signInHere(context, person)
    const page = await context.newPage()
    await withoutSpeech(page)
    await openStudioAt(page, 'Written down', 'recording')
    await page.getByRole('tab', { name: 'Transcript' }).click()
    await expect(page.getByText('The transcript that is kept comes after the recording')).toBeVisible()
    await page.getByRole('switch', { name: 'Live captions' }).click()
    await page.getByRole('button', { name: 'Record', exact: true }).click()
    const captions = page.getByRole('list', { name: 'Live captions' })
    await expect(captions).toContainText('We came to Odessa.', { timeout: 60_000 })
    expect((await person.api.account.usage()).aiAnalysisHoursUsed).toBe(0)
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await keepMessages(page)
    await endStudio(page)
    await expect.poll(() => keptMessages(page)).toContain('Processing transcription...')
    await expect(page.getByText('The transcript is ready, with the story.')).toBeVisible({ timeout: 40_000 })

    const [story] = (await person.api.stories.list({})).items
    const id = story?.id ?? ''
    await page.goto(`/app/studio?${new URLSearchParams({ storyId: id, further: 'true' })}`)
    await page.getByRole('button', { name: 'Continue on This Device' }).click()
    await page.getByRole('button', { name: 'Settings' }).filter({ visible: true }).click()
    await expect(page.getByText('of your plan are used')).toBeVisible()
    await page.getByRole('switch', { name: 'Auto-transcription', checked: true }).click()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('tab', { name: 'Transcript' }).click()
    await expect(page.getByText('Auto-transcription is off for this session')).toBeVisible()
    await expect(page.getByRole('switch', { name: 'Live captions' })).toBeDisabled()
    await recordTwoSeconds(page)
    await endStudio(page)
    await expect
      .poll(async () => (await person.api.stories.get({ id })).recordings.map(({ state }) => state), {
        timeout: 60_000,
      })
      .toEqual(['ready', 'ready'])
    const { recordings } = await person.api.stories.get({ id })
    const states = recordings.map(async (part) => (await person.api.transcripts.get({ id: part.id })).state)
    expect(await Promise.all(states)).toEqual(['completed', 'pending'])
  } finally {
    await browser.close()
    await server.remove()
  }
})

async function recordTwoSeconds(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(page.getByRole('timer')).toHaveText(new RegExp(timeFrom(2)))
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Record', exact: true })).toBeVisible()
}
