import type { Usage } from '#contract/account.ts'

/** Whether the plan's storage is used up; never without a limit. Only a hint to the person, since the server enforces the limit. */
export function isStorageFull(usage: Pick<Usage, 'storageUsedBytes' | 'storageLimitBytes'>): boolean {
  return usage.storageLimitBytes !== null && usage.storageUsedBytes >= usage.storageLimitBytes
}
