import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { v7 as uuidv7 } from 'uuid'
import { accessibilityFindings } from './accessibility.ts'
import { makeFilm } from './film.ts'
import { keepMessages, keptMessages } from './keep-messages.ts'
import { addSpeaker, endStudio, openStudioAt } from './open-studio.ts'
import { say, standInForSpeech } from './speech-stand-in.ts'
import { test } from './test.ts'

let files: string
test.beforeAll(async () => {
  files = await mkdtemp(join(tmpdir(), 'kinora-studio-files-'))
})
test.afterAll(() => rm(files, { recursive: true, force: true }))

test('a journal is written in the studio: names, the time, an emoji, spoken words, and nothing lost without a network', async ({
  page,
  context,
  person,
}) => {
  await standInForSpeech(page)
  await openStudioAt(page, 'The orchard', 'journal')
  await expect(page.getByRole('tab', { name: 'Journal' })).toHaveAttribute('aria-selected', 'true')
  await addSpeaker(page, 'Rosa Lind')

  const text = page.getByLabel('Your note')
  await text.fill('   ')
  await expect(page.getByRole('button', { name: 'Add Entry' })).toBeDisabled()
  await text.fill('')
  await text.pressSequentially('Told by @ro')
  await expect(page.getByRole('option', { name: 'Rosa Lind' })).toHaveAttribute('aria-selected', 'true')
  expect(await accessibilityFindings(page)).toEqual([])
  await text.press('Enter')
  await expect(text).toHaveValue('Told by @Rosa Lind ')

  await page.getByRole('button', { name: 'Insert the time' }).click()
  await page.getByRole('button', { name: 'Insert an emoji' }).click()
  const emoji = page.getByRole('group', { name: 'Emoji' }).getByRole('button')
  await expect(emoji).toHaveCount(24)
  expect(await accessibilityFindings(page)).toEqual([])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(text).toHaveValue('Told by @Rosa Lind [00:00] 🙏')

  await hearVoice(page)
  await expect(text).toHaveValue('Told by @Rosa Lind [00:00] 🙏 about the apples ')
  await text.press('Control+Enter')
  const entries = page.getByRole('list', { name: 'Entries' })
  await expect(entries).toContainText('about the apples')

  await context.setOffline(true)
  await text.fill('Kept without a network')
  await page.getByRole('button', { name: 'Add Entry' }).click()
  await expect(entries.getByRole('listitem')).toHaveCount(2)
  await entries.getByRole('button', { name: 'Edit' }).first().click()
  await page.getByLabel('Edit entry').fill('Kept on this device')
  await page.getByRole('button', { name: 'Save' }).click()
  await entries.getByRole('button', { name: 'Delete' }).last().click()
  await expect(entries.getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(entries.getByRole('listitem').last()).toContainText('about the apples')
  await context.setOffline(false)

  await page.getByRole('button', { name: 'Full screen' }).click()
  await expect(page.getByLabel('Camera preview')).toBeHidden()
  // Waits for the toasts to go, because stacked toasts cover each other's close buttons.
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0)
  expect(await accessibilityFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Leave full screen' }).click()
  await expect(page.getByLabel('Camera preview')).toBeVisible()

  // Ending the session asks before an entry that is being edited is lost.
  await entries.getByRole('button', { name: 'Edit' }).first().click()
  await page.getByLabel('Edit entry').fill('Begun and never saved')
  await page.getByRole('button', { name: 'End', exact: true }).click()
  const sure = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await sure.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page.getByLabel('Edit entry')).toHaveValue('Begun and never saved')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await sure.getByRole('button', { name: 'Discard' }).click()

  await endStudio(page)
  await expect(page.getByText('Kept on this device')).toBeVisible()
  await expect
    .poll(async () =>
      (await person.api.stories.list({})).items.map(({ method, noteCount }) => [method, noteCount]),
    )
    .toEqual([['journal', 2]])
})

test('dictation ends when the journal is left for another tab: nobody would see that it still listens', async ({
  page,
  person: _,
}) => {
  await standInForSpeech(page)
  await openStudioAt(page, 'The orchard', 'journal')
  await page.getByRole('button', { name: 'Voice-to-text' }).click()
  await say(page, 'Told by Rosa', true)

  await page.getByRole('tab', { name: 'Prompts' }).click()
  await expect.poll(() => say(page, 'and said in the kitchen', true)).toBe(0)
  await page.getByRole('tab', { name: 'Journal' }).click()
  await expect(page.getByRole('button', { name: 'Voice-to-text' })).toHaveAttribute('aria-pressed', 'false')
})

test('what was begun in a studio opened from a question is found there after a reload', async ({
  page,
  person: _,
}) => {
  await page.goto('/app/prompts/playlists/01900000-0002-7000-8000-000000000001')
  await page.getByRole('link', { name: 'Record this' }).first().click()
  await page.getByRole('button', { name: 'Continue on This Device' }).click()
  await page.getByRole('tab', { name: 'Journal' }).click()
  await page.getByLabel('Your note').fill('Begun and not added')

  await page.reload()
  await page.getByRole('button', { name: 'Continue on This Device' }).click()
  await page.getByRole('tab', { name: 'Journal' }).click()
  await expect(page.getByLabel('Your note')).toHaveValue('Begun and not added')
  await page.goBack()
  await expect(page.getByRole('link', { name: 'Record this' }).first()).toBeVisible()
})

test('of room that is running out, a screen reader says so once, and not every figure', async ({
  page,
  person: _,
}) => {
  await page.addInitScript(() => {
    navigator.storage.estimate = async () => ({ quota: 500_000_000, usage: 0 })
  })
  await openStudioAt(page, 'The orchard', 'recording')
  await expect(page.getByText(/has room for about \d+ minutes of recording/)).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'room' })).toHaveText('Little room is left.')
})

test('photos, a film and papers become one story, with what is wrong with a file said beside it', async ({
  page,
  person,
}) => {
  await openStudioAt(page, 'The box in the attic', 'upload')
  await expect(page.getByRole('tab', { name: 'Uploads' })).toHaveAttribute('aria-selected', 'true')
  const photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer()
  await keepMessages(page)
  await page.setInputFiles('input[type=file]', [
    await fileOf('house.jpg', photo),
    await fileOf('named-wrongly.png', await makeFilm(page, 1)),
    await fileOf('torn.jpg', (await noise()).subarray(0, 9_000)),
    await fileOf('deed.pdf', Buffer.from('%PDF-1.4\n/Encrypt 5 0 R\nstartxref\n9\n%%EOF')),
    await fileOf('empty.mp4', Buffer.alloc(0)),
    await fileOf('letter.txt', Buffer.from('Dear Rosa')),
  ])
  await expect(row(page, 'letter.txt').getByRole('alert')).toHaveText(
    'letter.txt is not a supported file type',
  )
  await expect(row(page, 'empty.mp4').getByRole('alert')).toHaveText('empty.mp4 is empty')
  await expect.poll(() => keptMessages(page)).toContain('house.jpg uploaded successfully')
  // Four files are uploaded in sequence, and films are then examined by another program.
  await expect(row(page, 'named-wrongly.png')).toContainText('This film has no sound', { timeout: 60_000 })
  await expect(row(page, 'torn.jpg')).toContainText('The end of this file is missing')
  await expect(row(page, 'deed.pdf')).toContainText('may ask for a password')
  await expect(row(page, 'house.jpg').locator('img')).toBeVisible()

  await row(page, 'house.jpg').getByRole('button', { name: 'Add a caption' }).click()
  await page.getByLabel('Caption of house.jpg').fill('The house by the canal')
  await page.getByRole('button', { name: 'Save caption' }).click()
  await expect(row(page, 'house.jpg')).toContainText('The house by the canal')
  expect(await accessibilityFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Show house.jpg' }).click()
  const album = page.getByRole('dialog', { name: 'house.jpg' })
  await expect(album).toContainText('The house by the canal')
  await expect(album.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('dialog', { name: 'named-wrongly.png' }).locator('video')).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  await swipe(page, 300)
  await expect(page.getByRole('dialog', { name: 'house.jpg' })).toBeVisible()
  await page.keyboard.press('Escape')

  await endStudio(page)
  await expect(page.getByRole('definition').filter({ hasText: '4' })).toBeVisible()
  await page.getByRole('link', { name: 'View Story' }).click()
  await page.getByRole('tab', { name: 'Summary' }).click()
  const names = () =>
    page.getByRole('list', { name: 'Files' }).getByRole('listitem').locator('p[title]').allTextContents()
  await expect.poll(names).toEqual(['house.jpg', 'named-wrongly.png', 'torn.jpg', 'deed.pdf'])
  await expect(page.getByRole('button', { name: 'Download deed.pdf' })).toBeVisible()

  await page.getByRole('button', { name: 'Move house.jpg' }).press('ArrowRight')
  await expect.poll(names).toEqual(['named-wrongly.png', 'house.jpg', 'torn.jpg', 'deed.pdf'])
  await expect(page.getByRole('button', { name: 'Move house.jpg' })).toBeFocused()
  await page.getByRole('button', { name: 'Move torn.jpg' }).hover()
  await page.mouse.down()
  await page.getByRole('button', { name: 'Move named-wrongly.png' }).hover()
  await page.mouse.up()
  const arranged = ['torn.jpg', 'named-wrongly.png', 'house.jpg', 'deed.pdf']
  await expect.poll(names).toEqual(arranged)
  const [story] = (await person.api.stories.list({})).items
  expect(story).toMatchObject({ method: 'upload' })
  // The list shows a new order before it is stored.
  const kept = async () => (await person.api.stories.get({ id: story?.id ?? '' })).files
  await expect.poll(async () => (await kept()).map(({ fileName }) => fileName)).toEqual(arranged)
  await page.reload()
  await page.getByRole('tab', { name: 'Summary' }).click()
  await expect.poll(names).toEqual(arranged)
})

test('files that are dropped are taken like chosen ones, each told by its bytes and not by its name', async ({
  page,
  person,
}) => {
  await openStudioAt(page, 'Dropped', 'upload')
  const photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const zone = page.getByText('or drop them here').locator('xpath=ancestor::label')
  const dropped = await page.evaluateHandle(
    (files) => {
      const transfer = new DataTransfer()
      for (const { name, type, bytes } of files)
        transfer.items.add(new File([Uint8Array.from(bytes)], name, { type }))
      return transfer
    },
    [
      { name: 'mill.png', type: 'image/png', bytes: [...photo] },
      { name: 'letter.txt', type: 'text/plain', bytes: [...Buffer.from('Dear Rosa')] },
      {
        name: 'not-a-photo.jpg',
        type: 'image/jpeg',
        bytes: [...Buffer.from('Dear Rosa, in a picture’s clothes')],
      },
    ],
  )
  await keepMessages(page)
  await zone.dispatchEvent('dragover', { dataTransfer: dropped })
  await expect(zone).toHaveClass(/(^| )border-primary-dark/)
  await zone.dispatchEvent('drop', { dataTransfer: dropped })
  await expect(zone).not.toHaveClass(/(^| )border-primary-dark/)

  await expect.poll(() => keptMessages(page)).toContain('mill.png uploaded successfully')
  await expect(row(page, 'mill.png').locator('img')).toBeVisible()
  for (const name of ['letter.txt', 'not-a-photo.jpg']) {
    await expect(row(page, name).getByRole('alert')).toHaveText(`${name} is not a supported file type`)
  }
  expect(await accessibilityFindings(page)).toEqual([])
  const [story] = (await person.api.stories.list({})).items
  const { files } = await person.api.stories.get({ id: story?.id ?? '' })
  expect(files.map(({ fileName, mimeType }) => [fileName, mimeType])).toEqual([['mill.png', 'image/png']])
})

test('from 1024 pixels on the studio asks first for devices or a phone, below that it opens at once', async ({
  page,
  person: _,
}) => {
  const goOn = page.getByRole('button', { name: 'Continue on This Device' })
  for (const [width, asks] of [
    [1024, true],
    [1023, false],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/app/studio?title=The+well')
    // Nothing behind the dialog can be pressed.
    await expect(asks ? goOn : page.getByRole('button', { name: 'Record', exact: true })).toBeVisible()
    await expect(goOn).toHaveCount(asks ? 1 : 0)
  }
})

test('without a camera, and with one that may not be used, the studio says so and what helps', async ({
  page,
  person: _,
}) => {
  await page.addInitScript(() => {
    const media = navigator.mediaDevices
    const open = media.getUserMedia.bind(media)
    media.getUserMedia = (wanted) => {
      const refusal = localStorage.getItem('refusal')
      return refusal ? Promise.reject(new DOMException('', refusal)) : open(wanted)
    }
  })
  await openStudioAt(page, 'No camera', 'recording')
  for (const [refusal, sentence] of [
    ['NotFoundError', 'Camera or microphone not found'],
    ['NotAllowedError', 'Could not access camera or microphone'],
  ] as const) {
    await page.evaluate((name) => localStorage.setItem('refusal', name), refusal)
    await page.goto(`/app/studio?${new URLSearchParams({ title: 'No camera', mode: 'recording' })}`)
    await page.getByRole('button', { name: 'Continue on This Device' }).click()
    await page.getByRole('button', { name: 'Record', exact: true }).click()
    await expect(page.locator('[data-sonner-toast]').filter({ hasText: sentence })).toBeVisible()
    await expect(page.getByRole('main').getByText(sentence).first()).toBeVisible()
  }
})

/** Goes through every failure of voice-to-text, and finally its success. */
async function hearVoice(page: Page): Promise<void> {
  const voice = page.getByRole('button', { name: 'Voice-to-text' })
  const recognition = await page.evaluateHandle(() => window.SpeechRecognition)
  await page.evaluate(() => {
    Object.assign(window, { SpeechRecognition: undefined, webkitSpeechRecognition: undefined })
  })
  await voice.click()
  const unsupported = 'Voice-to-text not supported'
  await expect(page.getByRole('alert').filter({ hasText: unsupported })).toBeVisible()
  await expect(page.locator('[data-sonner-toast]').filter({ hasText: unsupported })).toBeVisible()
  await page.evaluate((own) => Object.assign(window, { SpeechRecognition: own }), recognition)
  for (const [refusal, sentence] of [
    ['not-allowed', 'Microphone access denied'],
    ['network', 'Speech recognition error'],
    ['start', 'Could not start voice recognition'],
  ] as const) {
    await page.evaluate((given) => {
      window.refuseToHear = given
    }, refusal)
    await voice.click()
    await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible()
    await expect(page.locator('[data-sonner-toast]').filter({ hasText: sentence })).toBeVisible()
  }
  await page.evaluate(() => {
    delete window.refuseToHear
  })
  await voice.click()
  await expect(voice).toHaveAttribute('aria-pressed', 'true')
  await say(page, 'about the', false)
  // What is heard must not be read out: the microphone would hear it again.
  await expect(page.getByText('about the')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Listening.' })).toHaveText(
    'Listening. Your browser may have its maker’s service write it down.',
  )
  await say(page, 'about the apples', true)
  await voice.click()
  await expect(page.getByText('Stopped listening')).toBeVisible()
}

/** Swipes across the middle of an open file with a finger. */
async function swipe(page: Page, across: number): Promise<void> {
  const target = page.getByRole('dialog').locator('video, img')
  const finger = { pointerType: 'touch', pointerId: 7, isPrimary: true, bubbles: true, clientY: 300 }
  await target.dispatchEvent('pointerdown', { ...finger, clientX: 300 })
  await target.dispatchEvent('pointerup', { ...finger, clientX: 300 + across })
}

const row = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Chosen files' }).getByRole('listitem').filter({ hasText: name })

const noise = () =>
  sharp({
    create: {
      width: 400,
      height: 300,
      channels: 3,
      background: 'teal',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .jpeg()
    .toBuffer()

async function fileOf(name: string, bytes: Buffer): Promise<string> {
  const path = join(files, name)
  await writeFile(path, bytes)
  return path
}

test('a name that was typed among the speakers is taken over with Done', async ({ page, person: _ }) => {
  await openStudioAt(page, 'The mill', 'recording')
  const settings = page.getByRole('button', { name: 'Settings' }).filter({ visible: true })
  const dialog = page.getByRole('dialog', { name: 'Session Settings' })
  const name = dialog.getByLabel('Add a speaker')
  await settings.click()
  await name.fill('a'.repeat(1_000))
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(name).toHaveValue('a'.repeat(1_000))
  await name.fill('Rosa Lind')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()

  await settings.click()
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Rosa Lind' })).toBeVisible()
})

test('who speaks again in a second story is not added to the family a second time', async ({
  page,
  person,
}) => {
  await person.api.familyMembers.create({
    id: uuidv7(),
    firstName: 'Rosa',
    lastName: 'Lind',
    relationship: 'Parent',
  })
  await openStudioAt(page, 'The mill', 'recording')
  await addSpeaker(page, 'Rosa Lind')
  await addSpeaker(page, 'Boris Lind')
  const named = async () => (await person.api.familyMembers.list({})).items.map(({ firstName }) => firstName)
  await expect.poll(named).toContain('Boris')
  expect(await named()).toEqual(['Boris', 'Rosa'])
})
