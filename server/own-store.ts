import pg from 'pg'
import type { Storage } from './storage/storage.ts'

/** The number of objects that are looked up; finding one is enough. */
const WITNESSES = 10

/**
 * Whether the configured store is the one that holds this instance's media. An unmounted disk looks like an empty folder, and so
 * does one named by mistake: anything stored there would later be missing. True if nothing has been stored yet.
 */
export async function holdsWhatIsKept(owner: pg.ClientConfig, storage: Storage): Promise<boolean> {
  const client = new pg.Client(owner)
  await client.connect()
  try {
    const { rows } = await client.query<{ key: string }>(
      `select storage_key as key from public.media where state = 'stored' order by created_at desc limit $1`,
      [WITNESSES],
    )
    const found = await Promise.all(rows.map(({ key }) => storage.stat(key)))
    return found.length === 0 || found.some((one) => one !== null)
  } finally {
    await client.end()
  }
}
