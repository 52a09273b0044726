import { expect } from '@playwright/test'
import { loseAnswer } from './lose-answer.ts'
import { openUpload, uploadRow } from './open-upload.ts'
import { test } from './test.ts'
import { twoFrames } from './two-frames.ts'
import { unheardServer } from './unheard-server.ts'

/** A picture of one pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const pictures = ['house.png', 'garden.png'].map((name) => ({ name, mimeType: 'image/png', buffer: png }))

test('a file that is taken out elsewhere is not called safe any more, and is sent when it is chosen again', async ({
  page,
  person,
}) => {
  const storyId = await openUpload(page, person)
  const filesOf = async () => (await person.api.stories.get({ id: storyId })).files
  const isReadWithIt = page.waitForResponse(
    async (answer) =>
      answer.url().endsWith('/rpc/stories/get') && (await answer.text()).includes('house.png'),
  )
  await page.setInputFiles('input[type=file]', pictures.slice(0, 1))
  await expect(uploadRow(page, 'house.png')).toContainText('Safe on the server')
  const [house] = await filesOf()
  await isReadWithIt

  await person.api.media.remove({ id: house?.id ?? '' })
  await expect(uploadRow(page, 'house.png')).toBeHidden()

  await page.setInputFiles('input[type=file]', pictures.slice(0, 1))
  await expect(uploadRow(page, 'house.png')).toContainText('Safe on the server')
  expect(await filesOf()).toHaveLength(1)
})

test('a caption that two write at once is not overwritten without a word', async ({ page, person }) => {
  const storyId = await openUpload(page, person)
  await page.setInputFiles('input[type=file]', pictures.slice(0, 1))
  await expect(uploadRow(page, 'house.png')).toContainText('Safe on the server')
  const captionOf = async () => (await person.api.stories.get({ id: storyId })).files[0]?.caption
  const id = (await person.api.stories.get({ id: storyId })).files[0]?.id ?? ''
  const field = page.getByRole('textbox', { name: 'Caption of house.png' })
  const save = page.getByRole('button', { name: 'Save caption' })

  for (const [at, theirs] of [
    [`/app/stories/${storyId}/upload`, 'The house by the sea'],
    [`/app/stories/${storyId}`, 'The house by the lake'],
  ] as const) {
    if (!page.url().endsWith(at)) await page.goto(at)
    await page.getByRole('button', { name: 'caption', exact: false }).first().click()
    await field.fill('Our house')
    await person.api.media.describe({ id, caption: theirs })
    await save.click()
    await expect(page.getByRole('alert').filter({ hasText: theirs })).toBeVisible()
    expect(await captionOf()).toBe(theirs)
    await save.click()
    await expect(field).toBeHidden()
    expect(await captionOf()).toBe('Our house')
  }
})

test('a caption whose answer was lost is one’s own, and is written on without a question', async ({
  page,
  person,
}) => {
  const storyId = await openUpload(page, person)
  await page.setInputFiles('input[type=file]', pictures.slice(0, 1))
  await expect(uploadRow(page, 'house.png')).toContainText('Safe on the server')
  await page.goto(`/app/stories/${storyId}`)
  await page.getByRole('button', { name: 'Add a caption to house.png' }).click()
  const field = page.getByRole('textbox', { name: 'Caption of house.png' })
  const save = page.getByRole('button', { name: 'Save caption' })
  await field.fill('Our huse')
  const waited = await loseAnswer(page, 'media/describe')
  const isReadAgain = page.waitForResponse(
    async (answer) => answer.url().endsWith('/rpc/stories/get') && (await answer.text()).includes('Our huse'),
  )
  await save.click()
  await isReadAgain
  waited()
  await expect(page.getByText('Kinora cannot be reached just now.')).toBeVisible()

  await field.fill('Our house')
  await twoFrames(page)
  await expect(page.getByText('Somebody else changed the same meanwhile')).toHaveCount(0)
  await save.click()
  await expect(field).toBeHidden()
  expect((await person.api.stories.get({ id: storyId })).files).toMatchObject([{ caption: 'Our house' }])
})

test('the file that is shown large stays, wherever it is moved meanwhile, and none opens by itself', async ({
  page,
  person,
}) => {
  const id = await openUpload(page, person)
  await page.setInputFiles('input[type=file]', pictures)
  for (const { name } of pictures) await expect(uploadRow(page, name)).toContainText('Safe on the server')
  const [house, garden] = (await person.api.stories.get({ id })).files.map((file) => file.id)
  await page.goto(`/app/stories/${id}`)
  await page.getByRole('button', { name: 'Show garden.png' }).click()
  const large = page.getByRole('dialog', { name: 'garden.png' })
  await expect(large).toContainText('2 of 2')

  await person.api.stories.arrange({ id, files: [garden ?? '', house ?? ''] })
  await expect(large).toContainText('1 of 2')

  await person.api.media.remove({ id: garden ?? '' })
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Show house.png' })).toBeVisible()
})

test('a picture that does not come when it is shown large comes at a press', async ({ page, person }) => {
  const id = await openUpload(page, person)
  await page.setInputFiles('input[type=file]', pictures.slice(0, 1))
  await expect(uploadRow(page, 'house.png')).toContainText('Safe on the server')
  // A page that has just been opened hears of the upload and asks anew by itself, and takes the button away under a press.
  await unheardServer(page, person)
  await page.route(/\/media\//, (route) => route.abort())
  await page.goto(`/app/stories/${id}`)
  await page.getByRole('button', { name: 'Show house.png' }).click()
  const large = page.getByRole('dialog', { name: 'house.png' })
  await expect(large).toContainText('This cannot be shown just now.')

  await page.unroute(/\/media\//)
  await large.getByRole('button', { name: 'Try again' }).click()
  const picture = large.getByRole('img', { name: 'house.png' })
  await expect(picture).toBeVisible()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
})

test('of a sound that this browser cannot play it is said that another program may, and not only to try again', async ({
  page,
  person,
}) => {
  await openUpload(page, person)
  await page.setInputFiles('input[type=file]', {
    name: 'song.wav',
    mimeType: 'audio/wav',
    buffer: wavOfDoubles(),
  })
  await expect(uploadRow(page, 'song.wav')).toContainText('Safe on the server')
  await page.getByRole('button', { name: 'Show song.wav' }).click()

  const large = page.getByRole('dialog', { name: 'song.wav' })
  await expect(large).toContainText('This browser may not know its format')
})

/** A second of silence in numbers of 64 bits, as studios write it: sound editors open it, browsers do not. */
function wavOfDoubles(): Buffer {
  const [rate, bytes] = [8_000, 8]
  const samples = Buffer.alloc(rate * bytes)
  const head = Buffer.from('RIFF....WAVEfmt ....................data....', 'latin1')
  head.writeUInt32LE(head.length - 8 + samples.length, 4)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(3, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate * bytes, 28)
  head.writeUInt16LE(bytes, 32)
  head.writeUInt16LE(bytes * 8, 34)
  head.writeUInt32LE(samples.length, 40)
  return Buffer.concat([head, samples])
}
