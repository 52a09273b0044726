import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { passingFolder } from '../../testing/archives.ts'
import type { Person } from '../../testing/family.ts'
import { familyArchive } from '../../testing/family-archive.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { withArchive } from './open-archive.ts'
import { restoreInto } from './restore-archive.ts'

const [home, elsewhere] = [await createTestKinora(), await createTestKinora()]
const folder = passingFolder()

/** Somebody in an instance that knew nothing of it, into whose account all of another’s was brought. */
async function broughtElsewhere(ana: Person): Promise<Person> {
  const { zip } = await familyArchive(home, ana.id)
  const boris = await elsewhere.person('Boris')
  const watch = { signal: new AbortController().signal, onBytes: () => undefined }
  await withArchive(folder.write(`${uuidv7()}.zip`, zip), watch, (archive) =>
    restoreInto({ services: elsewhere.services, userId: boris.id, archive, ...watch }),
  )
  return boris
}

test('what looks like the character that no database keeps is brought in as the letters it is', async () => {
  const ana = await home.person('Ana')
  const storyId = uuidv7()
  await ana.client.stories.create({ id: storyId, title: 'A path\\u0000 of letters', method: 'journal' })
  const text = 'Kept as C:\\\\u0000 and \\u0000'
  await ana.client.stories.putNote({ storyId, id: uuidv7(), text, timestamp: '00:00' })

  const boris = await broughtElsewhere(ana)

  const [story] = (await boris.client.stories.list({})).items
  expect(await boris.client.stories.get({ id: story?.id ?? '' })).toMatchObject({
    title: 'A path\\u0000 of letters',
    notes: [{ text }],
  })
})

test('a person with the longest address that they may have keeps nobody from taking everything along', async () => {
  const ana = await home.person('Ana')
  const email = `${'a'.repeat(limits.email - '@example.com'.length)}@example.com`
  await ana.client.familyMembers.create({ id: uuidv7(), firstName: 'Vera', lastName: 'Petrova', email })

  const boris = await broughtElsewhere(ana)

  expect((await boris.client.familyMembers.list({})).items).toMatchObject([{ email }])
})
