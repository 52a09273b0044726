import { fileURLToPath } from 'node:url'
import type { Env } from '../env.ts'
import { DiskStorage } from './disk.ts'
import type { Storage } from './storage.ts'

/** The store that STORAGE_URL names. */
export function openStorage(env: Pick<Env, 'storageUrl'>): Storage {
  return new DiskStorage(fileURLToPath(env.storageUrl))
}
