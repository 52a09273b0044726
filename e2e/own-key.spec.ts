import { expect, type Page } from '@playwright/test'
import { accessibilityFindings } from './accessibility.ts'
import { keptInBrowser, refused, spoken, standInForGoogle } from './google-stand-in.ts'
import { keepMessages, keptMessages } from './keep-messages.ts'
import { endSession, openStudio, record, recordedFor, tellNewStory, test } from './recorder/studio.ts'

const key = 'AIza-a_key_of_ones_own-0123456789'
test.beforeEach(({ person: _ }) => undefined)

const notConfigured = 'Google Speech API not configured. Please add your API key in settings.'

test('a key of one’s own is put in, writes down a recording by itself, stays in the tab, and is gone with it', async ({
  page,
  context,
  server,
  person,
}) => {
  const google = await standInForGoogle(context)
  google.answers(spoken('We', 'had', 'an', 'orchard.'))
  const toUs: string[] = []
  const toOthers = new Set<string>()
  page.on('request', (request) => {
    const { origin } = new URL(request.url())
    if (origin === server.origin) toUs.push(request.url(), request.postData() ?? '')
    else if (!request.url().startsWith('blob:') && !request.url().startsWith('data:')) toOthers.add(origin)
  })

  await page.goto('/app/settings')
  const words = page.getByRole('region', { name: 'Words' })
  await expect(words.getByText('never sent to this Kinora’s server, gone when you reload')).toBeVisible()
  await words.getByLabel('Google speech key').fill('  two words ')
  await words.getByRole('button', { name: 'Use this key' }).click()
  await expect(words.getByText('This does not look like a Google key')).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  await words.getByLabel('Google speech key').fill(` ${key} `)
  await words.getByRole('button', { name: 'Use this key' }).click()
  await expect(words.getByText('Your own Google speech key: in use')).toBeVisible()
  await expect(words.getByLabel('Google speech key')).toHaveCount(0)
  expect(toOthers).toEqual(new Set())

  await goTo(page, '/app/stories?new=recording')
  await tellNewStory(page, 'The orchard')
  await page.getByRole('button', { name: 'Settings' }).filter({ visible: true }).click()
  await expect(page.getByRole('switch', { name: 'Auto-transcription', checked: true })).toBeEnabled()
  await expect(page.getByText('Your own Google key is used, from this tab')).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await record(page)
  await recordedFor(page, 4)
  await keepMessages(page)
  await endSession(page)
  await expect.poll(() => keptMessages(page)).toContain('Processing transcription...')
  await expect(page.getByText('The transcript is ready, with the story.')).toBeVisible({ timeout: 60_000 })
  await expect.poll(() => keptMessages(page)).toContain('Transcription completed!')

  const [asked] = google.asked
  expect(asked?.url.pathname).toBe('/v1/speech:recognize')
  expect(asked?.url.search).toBe(`?key=${key}`)
  expect(asked?.config).toMatchObject({
    encoding: 'WEBM_OPUS',
    sampleRateHertz: 48_000,
    languageCode: 'en-US',
    enableAutomaticPunctuation: true,
    diarizationConfig: { enableSpeakerDiarization: true },
  })
  expect(asked?.sound.includes('OpusHead')).toBe(true)
  expect(toOthers).toEqual(new Set(['https://speech.googleapis.com']))
  expect(toUs.join('\n')).not.toContain(key)
  expect(await keptInBrowser(page)).not.toContain(key)
  expect(server.output()).not.toContain(key)

  const [story] = (await person.api.stories.list({})).items
  const { recordings } = await person.api.stories.get({ id: story?.id ?? '' })
  const { items } = await person.api.transcripts.lines({ id: recordings[0]?.id ?? '' })
  expect(items[0]).toMatchObject({ speaker: '1', words: [{ text: 'We' }, {}, {}, { text: 'orchard.' }] })
  expect((await person.api.account.usage()).aiAnalysisHoursUsed).toBe(0)

  await page.goto('/app/settings')
  await expect(words.getByLabel('Google speech key')).toHaveValue('')
})

test('without a key, with a wrong one and with a busy or confused Google it says what is wrong, and goes on', async ({
  page,
  context,
  person,
}) => {
  const google = await standInForGoogle(context)
  await openStudio(page, 'The ship')
  await record(page)
  await recordedFor(page, 4)
  await endSession(page)
  await page.getByRole('link', { name: 'View Story' }).click()
  await page.getByRole('tab', { name: 'Transcript' }).click()
  const ask = page.getByRole('button', { name: 'Transcribe with my Google key' })
  await ask.click({ timeout: 60_000 })
  await expect(page.getByRole('alert').filter({ hasText: notConfigured })).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  expect(google.asked).toEqual([])

  const story = new URL(page.url()).pathname
  await page.getByRole('link', { name: 'Open Settings' }).click()
  await page.getByLabel('Google speech key').fill(key)
  await page.getByLabel('Google speech key').press('Enter')
  await expect(page.getByText('Your own Google speech key: in use')).toBeVisible()
  await goTo(page, story)
  await page.getByRole('tab', { name: 'Transcript' }).click()

  google.answers(refused(403, 'PERMISSION_DENIED', `The key ${key} is blocked.`))
  await ask.click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'Google Speech API error: Forbidden' }),
  ).toBeVisible()
  await expect(page.getByText('Google refused the key. Please look in Settings')).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(key)
  expect(await accessibilityFindings(page)).toEqual([])

  // Well formed, but with times outside the piece that was sent.
  const outside = [{ word: 'a', startTime: '99s', endTime: '99s' }]
  google.answers({ body: JSON.stringify({ results: [{ alternatives: [{ words: outside }] }] }) })
  await ask.click()
  await expect(page.getByText('Google answered something that cannot be what was said')).toBeVisible()
  await expect(page.getByText('something that is no transcript')).toBeVisible()

  google.answers({ body: '{"results":"none"}' })
  const before = google.asked.length
  await ask.click()
  // Both sentences stand there from the attempt before, until Google is asked again.
  await expect.poll(() => google.asked.length).toBeGreaterThan(before)
  await expect(page.getByText('something that is no transcript')).toBeVisible()
  await expect(page.getByText('Google answered something that cannot be what was said')).toBeVisible()

  // A person who looks at the session's recap meanwhile is told when transcription fails.
  google.answers(refused(403, 'PERMISSION_DENIED', 'blocked'))
  const storyId = story.split('/').at(-1) ?? ''
  await goTo(page, `/app/session-recap?${new URLSearchParams({ storyId })}`)
  // A toast may say the same for some seconds, if the page was open before the failure.
  await expect(
    page.getByRole('main').getByText('The recording was saved but transcription could not be completed.'),
  ).toBeVisible()
  const failed = page.locator('[data-sonner-toast]', { hasText: 'Transcription failed' })
  await expect(failed).toHaveCount(0)
  const [part] = (await person.api.stories.get({ id: storyId })).recordings
  await person.api.ownKey.begin({ id: part?.id ?? '' })
  await expect(page.getByText('What was said is being written down.')).toBeVisible()
  await person.api.ownKey.giveUp({ id: part?.id ?? '', failure: 'KEY_REFUSED' })
  await expect(failed).toBeVisible()
  await goTo(page, story)
  await page.getByRole('tab', { name: 'Transcript' }).click()

  const busy = refused(429, 'RESOURCE_EXHAUSTED', 'Quota exceeded')
  google.answers(busy)
  await ask.click()
  await expect(page.getByText('Google Speech API error: Too Many Requests')).toBeVisible()
  google.answers(busy, spoken('My', 'grandmother', 'kept', 'the', 'money.'))
  await ask.click()
  await expect(page.getByText('grandmother').first()).toBeVisible({ timeout: 60_000 })
})

test('a page may connect to nobody but this server; only the worker may, and to Google alone', async ({
  page,
  context,
  server,
}) => {
  await standInForGoogle(context)
  await page.goto('/app/settings')
  const blocked = (address: string) =>
    page.evaluate(
      (url) =>
        fetch(url).then(
          () => 'reached',
          () => 'blocked',
        ),
      address,
    )
  expect(await blocked('https://speech.googleapis.com/v1/speech:recognize')).toBe('blocked')

  const door = await doorOf(server.origin)
  const policy = (await fetch(server.origin + door)).headers.get('content-security-policy')
  expect(policy).toBe("default-src 'none'; connect-src https://speech.googleapis.com")
})

/** Navigates within the app, so that the tab's memory is kept. */
async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

/** The address of the built worker, from the service worker's list of files. */
async function doorOf(origin: string): Promise<string> {
  const list = await (await fetch(`${origin}/service-worker.js`)).text()
  return /\/assets\/speech-door-[\w-]+\.js/.exec(list)?.[0] ?? 'there is none'
}
