import { databaseName } from '../../recorder/spool/database-name.ts'

/**
 * Whether anything was ever kept on this device, found out without loading the recorder. Older browsers do not list
 * databases; there the recorder is loaded to find out.
 */
export async function hasSpool(): Promise<boolean> {
  if (!('indexedDB' in window)) return false
  if (!indexedDB.databases) return true
  const known = await indexedDB.databases().catch(() => [])
  return known.some(({ name }) => name === databaseName)
}
