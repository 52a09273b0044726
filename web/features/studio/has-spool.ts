import { databaseName } from '../../recorder/spool/database-name.ts'

/**
 * Whether anything was ever kept on this device, found out without loading the recorder. Where a browser lists no databases, an
 * older one or one that fails to, the recorder is loaded to find out: something that is kept here must not stay unseen.
 */
export async function hasSpool(): Promise<boolean> {
  if (!('indexedDB' in window)) return false
  if (!indexedDB.databases) return true
  try {
    return (await indexedDB.databases()).some(({ name }) => name === databaseName)
  } catch {
    return true
  }
}
