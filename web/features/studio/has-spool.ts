import { databaseName } from '../../recorder/spool/database-name.ts'

/**
 * Whether anything was ever kept on this device, determined without loading the recorder. Where the browser cannot list its databases
 * (older ones), or listing fails, the answer is yes, so that the recorder is loaded to check: nothing kept here may stay unseen.
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

/** Where cookies are blocked, some browsers throw when `indexedDB` is merely read. */
function storeOfBrowser(): IDBFactory | undefined {
  try {
    return window.indexedDB
  } catch {
    return undefined
  }
}
