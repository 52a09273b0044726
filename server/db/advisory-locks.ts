/** The numbers of the database-wide locks we take, so that no two purposes share one. Any numbers will do. */
export const advisoryLocks = {
  migrations: 4_310_001,
  roles: 4_310_002,
  jobs: 4_310_003,
  backup: 4_310_004,
  /** Held exclusively while a backup is made, shared by whoever removes an object from the store. */
  removals: 4_310_005,
} as const
