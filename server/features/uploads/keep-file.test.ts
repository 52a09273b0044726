import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import type { Person } from '../../testing/family.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { emptyBin } from '../media/media.ts'
import { keepFile } from './keep-file.ts'

const { person, services, database } = await createTestKinora()
const words = Buffer.from('%PDF-1.7 of the mill')

/** A file whose story is deleted for good, and the bin emptied, before its last bytes have come. */
async function* comingIntoWhatGoes(who: Person, storyId: string) {
  yield words.subarray(0, 10)
  await who.client.stories.delete({ id: storyId })
  await who.client.trash.deleteForGood({ type: 'story', id: storyId })
  await emptyBin(services)
  yield words.subarray(10)
}

test('a file whose story is deleted for good while it comes leaves nothing behind', async () => {
  const ana = await person('Ana')
  const [id, storyId] = [uuidv7(), uuidv7()]
  await ana.client.stories.create({ id: storyId, title: 'The mill', method: 'upload' })

  const source = comingIntoWhatGoes(ana, storyId)
  const file = { id, storyId, fileName: 'mill.pdf', size: words.length, source }
  await expect(keepFile(services, ana.claims, file)).rejects.toMatchObject({ code: 'NOT_FOUND' })

  expect(await services.storage.stat(`media/${ana.id}/${id}`)).toBeNull()
  const { rows } = await database.asOwner(
    `select from graphile_worker._private_jobs where payload ->> 'mediaId' = $1`,
    [id],
  )
  expect(rows).toEqual([])
})
