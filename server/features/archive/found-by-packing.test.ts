import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { asUser } from '../../db/actor.ts'
import { sha256Of } from '../../sha256.ts'
import { firstTry, passingFolder } from '../../testing/archives.ts'
import { keepFile } from '../../testing/backups.ts'
import type { Person } from '../../testing/family.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { findArchive } from './archive.ts'
import { runExport } from './make-archive.ts'
import { withArchive } from './open-archive.ts'
import { restoreInto } from './restore-archive.ts'

const [home, elsewhere] = [await createTestKinora(), await createTestKinora()]
const folder = passingFolder()

const keep = async (who: Person): Promise<{ key: string; bytes: Buffer }> => {
  const bytes = randomBytes(40_000)
  return { key: await keepFile(home, who, bytes, sha256Of(bytes)), bytes }
}

test('files that only the packing finds changed or gone make the next try an archive that can be brought in', async () => {
  const ana = await home.person('Ana')
  const files = []
  for (let count = 0; count < 6; count += 1) files.push(await keep(ana))
  const [changed, gone, whole, alsoGone, alsoChanged] = files
  for (const one of [changed, alsoChanged])
    await home.services.storage.put(one?.key ?? '', randomBytes(40_000))
  for (const one of [gone, alsoGone]) await home.services.storage.delete(one?.key ?? '')

  const { zip, tries } = await exported(ana)

  // One try failed at the missing files, and one at the changed files behind them.
  expect(tries).toBe(3)
  const damaged = await ana.client.fixity.damaged()
  expect(damaged.map(({ damage }) => damage).sort()).toEqual(['changed', 'changed', 'missing', 'missing'])
  expect(zip.includes(whole?.bytes ?? '')).toBe(true)
  const ben = await elsewhere.person('Ben')
  const watch = { signal: new AbortController().signal, onBytes: () => undefined }
  const counts = await withArchive(folder.write('family.zip', zip), watch, (archive) =>
    restoreInto({ services: elsewhere.services, userId: ben.id, archive, ...watch }),
  )
  expect(counts.media).toBe(files.length)
  expect(await ben.client.fixity.damaged()).toHaveLength(4)
})

/** Runs the job until it succeeds, as the queue does. */
async function exported(who: Person): Promise<{ zip: Buffer; tries: number }> {
  const { services } = home
  const { id } = await who.client.archive.startExport({ id: uuidv7() })
  for (let tries = 1; ; tries += 1) {
    const isLastAttempt = tries === 5
    const job = runExport(services, { userId: who.id, id }, { ...firstTry(), isLastAttempt })
    const isMade = await job.then(
      () => true,
      (error: unknown) => {
        if (isLastAttempt) throw error
        return false
      },
    )
    if (!isMade) continue
    const made = await asUser(services.db, who.claims, (tx) => findArchive(tx, who.id, id))
    return { zip: await buffer(await services.storage.read(made?.storageKey ?? '')), tries }
  }
}
