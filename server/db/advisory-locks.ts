/**
 * The keys of all database-wide advisory locks, in one place so that no two purposes share one. The numbers themselves are
 * arbitrary.
 */
export const advisoryLocks = {
  migrations: 4_310_001,
  roles: 4_310_002,
  jobs: 4_310_003,
  backup: 4_310_004,
  /** Held exclusively while a backup is made, and shared by every transaction that removes an object from the store. */
  removals: 4_310_005,
  /** Held, together with the upload's key, while an upload is started, in case a second request starts the same one. */
  uploads: 4_310_006,
  /** Held by every process of an instance: they stand for the secret, the keys and the store that it works with. */
  machineSecret: 4_310_007,
  machineKeys: 4_310_008,
  machineStore: 4_310_009,
} as const
