import { buffer } from 'node:stream/consumers'
import { v7 as uuidv7 } from 'uuid'
import { asUser } from '../db/actor.ts'
import { findArchive, startExport } from '../features/archive/archive.ts'
import { runExport } from '../features/archive/make-archive.ts'
import { type Files, firstTry, unzip } from './archives.ts'
import { payloadOf } from './bags.ts'
import type { TestKinora } from './kinora.ts'

/** The archive of everything that a person keeps, as the job makes it: the zip, all files in it, and its payload by path. */
export async function familyArchive(
  { services }: Pick<TestKinora, 'services'>,
  userId: string,
): Promise<{ zip: Buffer; bag: Files; files: Files }> {
  const { id } = await asUser(services.db, { sub: userId }, (tx) =>
    startExport(tx, userId, uuidv7(), () => ''),
  )
  await runExport(services, { userId, id }, firstTry())
  const made = await asUser(services.db, { sub: userId }, (tx) => findArchive(tx, userId, id))
  const zip = await buffer(await services.storage.read(made?.storageKey ?? ''))
  if (zip.length !== made?.sizeBytes) throw new Error('the archive is not of the size that is told')
  const bag = await unzip(zip)
  return { zip, bag, files: payloadOf(bag) }
}
