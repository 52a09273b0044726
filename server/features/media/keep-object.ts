import { asWorker } from '../../db/actor.ts'
import type { Services } from '../../services.ts'
import { binBefore, removeUnnamed, takeOutOfBin } from './media.jobs.ts'

type NewObject = { userId: string; key: string; bytes: Uint8Array }

/**
 * Writes an object and has `name` add the row that names it. The key lies in the bin until then: after a crash in between, the
 * bin deletes the object. If `name` fails, the object is removed at once. If the bin was emptied just before the row was added,
 * the object is written again.
 */
export async function keepObject<Named>(
  services: Pick<Services, 'db' | 'storage'>,
  { userId, key, bytes }: NewObject,
  name: () => Promise<Named>,
): Promise<Named> {
  const { db, storage } = services
  await binBefore(db, key)
  await storage.put(key, bytes)
  let named: Named
  try {
    named = await name()
  } catch (error) {
    await removeUnnamed(services, userId, [key])
    throw error
  }
  // If the bin is being emptied right now, that transaction holds the row of the key, and this one waits for it.
  const wasThere = await asWorker(db, null, (tx) => takeOutOfBin(tx, key))
  if (!wasThere && (await storage.stat(key)) === null) await storage.put(key, bytes)
  return named
}
