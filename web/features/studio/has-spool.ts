import { databaseName } from '../../recorder/spool/database-name.ts'

/**
 * Whether anything was ever kept on this device, found out without loading the recorder. Where a browser lists no databases, an
 * older one or one that fails to, the recorder is loaded to find out: something that is kept here must not stay unseen.
 */
export async function hasSpool(): Promise<boolean> {
  const store = storeOfBrowser()
  if (!store) return false
  if (!store.databases) return true
  try {
    return (await store.databases()).some(({ name }) => name === databaseName)
  } catch {
    return true
  }
}

/** A browser may throw at whoever only looks for it where cookies are blocked. */
function storeOfBrowser(): IDBFactory | undefined {
  try {
    return window.indexedDB
  } catch {
    return undefined
  }
}
