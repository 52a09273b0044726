import pg from 'pg'
import type { Storage } from './storage/storage.ts'

/** So many are asked for; one that is there is enough. */
const WITNESSES = 10

/**
 * Whether the store that the settings name is the one that is kept in. A disk that is not mounted is an empty folder, and so is one
 * that was named by mistake: what is put there meanwhile would be missing later. True where nothing is kept yet.
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
