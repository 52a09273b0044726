import type { Usage } from '#contract/account.ts'

/** Whether the plan's storage is used up. No limit is never reached. The server decides; this is politeness. */
export function isStorageFull(usage: Pick<Usage, 'storageUsedBytes' | 'storageLimitBytes'>): boolean {
  return usage.storageLimitBytes !== null && usage.storageUsedBytes >= usage.storageLimitBytes
}
