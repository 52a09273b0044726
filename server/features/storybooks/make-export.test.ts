import { v7 as uuidv7 } from 'uuid'
import { afterEach, expect, test, vi } from 'vitest'
import { findMediaTool } from '../../media/find-media-tool.ts'
import type { Person } from '../../testing/family.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { emptyBin } from '../media/media.ts'
import { storybookJobs } from './make-export.ts'

const { person, services } = await createTestKinora()
afterEach(() => void vi.restoreAllMocks())

/** A book, and a file of it that was asked for. */
async function askedFor() {
  const ana = await person()
  const [story, book, file] = [uuidv7(), uuidv7(), uuidv7()]
  await ana.client.stories.create({ id: story, title: 'The dance', method: 'journal' })
  await ana.client.storybooks.create({ id: book, title: 'Our book', storyIds: [story] })
  await ana.client.storybookExports.start({ id: file, storybookId: book, format: 'epub', voiceLinks: false })
  return { ana, book, file, key: `media/${ana.id}/book-${file}` }
}

async function make(who: Person, file: string) {
  const [handler] = storybookJobs(services, () => findMediaTool())
  const job = { log: services.log, attempt: 1, isLastAttempt: true, signal: new AbortController().signal }
  await handler?.run({ userId: who.id, exportId: file }, job)
}

/** While the file is written, its book is deleted for good and the bin is emptied. */
function goesMeanwhile({ ana, book }: { ana: Person; book: string }) {
  const put = services.storage.put.bind(services.storage)
  return vi.spyOn(services.storage, 'put').mockImplementationOnce(async (...given) => {
    await ana.client.storybooks.delete({ id: book })
    await ana.client.trash.deleteForGood({ type: 'storybook', id: book })
    await emptyBin(services)
    return put(...given)
  })
}

test('a book that is deleted for good while it is printed leaves no file behind', async () => {
  const asked = await askedFor()
  const putting = goesMeanwhile(asked)

  await make(asked.ana, asked.file)

  expect(putting).toHaveBeenCalledOnce()
  expect(await services.storage.stat(asked.key)).toBeNull()
})

test('nor where the worker that printed it died before it knew', async () => {
  const { ana, book, file, key } = await askedFor()
  await ana.client.storybooks.delete({ id: book })
  await ana.client.trash.deleteForGood({ type: 'storybook', id: book })
  await emptyBin(services)
  await services.storage.put(key, Buffer.from('a book'))

  await make(ana, file)

  expect(await services.storage.stat(key)).toBeNull()
})

test('a file that is there stays, however often its job comes', async () => {
  const { ana, file, key } = await askedFor()
  await make(ana, file)
  await make(ana, file)

  expect(await services.storage.stat(key)).not.toBeNull()
})
