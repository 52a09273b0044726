import { asWorker } from '../../db/actor.ts'
import type { Services } from '../../services.ts'
import { binBefore, removeUnnamed, takeOutOfBin } from './media.jobs.ts'

type NewObject = { userId: string; key: string; bytes: Uint8Array }

/**
 * Writes an object and has `name` make the row that names it. Killed in between, the bin has its key, and takes it away; where no
 * row comes to be it is taken away at once. What the bin took just before it was named is written again.
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
  // Whoever empties the bin just now has the line, and is waited for.
  const wasThere = await asWorker(db, null, (tx) => takeOutOfBin(tx, key))
  if (!wasThere && (await storage.stat(key)) === null) await storage.put(key, bytes)
  return named
}
