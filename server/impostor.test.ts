import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { runImport } from './features/archive/run-import.ts'
import { finalise } from './features/recordings/finalise.ts'
import { findMediaTool } from './media/find-media-tool.ts'
import { firstTry, sendArchive } from './testing/archives.ts'
import { zippedBag } from './testing/bags.ts'
import type { Person } from './testing/family.ts'
import { familyArchive } from './testing/family-archive.ts'
import { createTestKinora } from './testing/kinora.ts'
import { asSuperuser, recordWhole } from './testing/recorder.ts'

/*
 * An attacker who knows the ids of another person's film imports an archive in which a film of their own has the same ids and is
 * older. A person with whom both share must neither be shown the one in place of the other, nor write into it.
 */
const kinora = await createTestKinora()
const { app, database, person, services } = kinora

async function recorded(who: Person, words: string) {
  const { story, id: recordingId } = await recordWhole(who, new TextEncoder().encode(words))
  await finalise(services, await findMediaTool(), who.id, recordingId, firstTry())
  const { recordings } = await who.client.stories.get({ id: story.id })
  return { storyId: story.id, recordingId, mediaId: recordings[0]?.originalMediaId ?? '' }
}

/** Imports a person's things again, under other ids and with a very old date. */
async function bringInAs(who: Person, ids: [own: string, other: string][]): Promise<void> {
  const { files } = await familyArchive(kinora, who.id)
  for (const [path, bytes] of files) {
    if (!path.startsWith('records/')) continue
    const renamed = ids.reduce((text, [own, other]) => text.replaceAll(own, other), String(bytes))
    const aged = renamed.replaceAll(/"created_at":"[^"]*"/g, '"created_at":"1970-01-01T00:00:00+00:00"')
    files.set(path, Buffer.from(aged))
  }
  const { id } = await sendArchive(who, await zippedBag(files))
  await runImport(services, { userId: who.id, id }, firstTry())
  expect(await who.client.archive.imports()).toMatchObject([{ id, state: 'completed' }])
}

test('a film under the same id, older than any, is not shown in the place of the one that was shared first', async () => {
  const [ana, boris, mallory] = [await person('Ana'), await person('Boris'), await person('Mallory')]
  for (const { id } of [ana, mallory])
    await asSuperuser(database, `update public.subscriptions set tier = 'family' where user_id = $1`, [id])
  const film = await recorded(ana, 'what Grandmother told')
  const shareOf = (storyId: string, email: string) => ({
    resourceType: 'story' as const,
    resourceId: storyId,
    email,
    role: 'editor' as const,
  })
  await ana.client.sharing.share(shareOf(film.storyId, boris.email))

  const own = await recorded(mallory, 'something else')
  const storyId = uuidv7()
  await bringInAs(mallory, [
    [own.storyId, storyId],
    [own.recordingId, film.recordingId],
    [own.mediaId, film.mediaId],
  ])
  await mallory.client.sharing.share(shareOf(storyId, boris.email))

  const { url } = await boris.client.media.address({ id: film.mediaId })
  expect(await (await app.request(url)).text()).toBe('what Grandmother told')
})
