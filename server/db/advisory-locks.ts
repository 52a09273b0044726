/** The numbers of the database-wide locks we take, so that no two purposes share one. Any numbers will do. */
export const advisoryLocks = {
  migrations: 4_310_001,
  roles: 4_310_002,
  jobs: 4_310_003,
  backup: 4_310_004,
  /** Held exclusively while a backup is made, shared by whoever removes an object from the store. */
  removals: 4_310_005,
  /** Held, by its key, while an upload is begun that may have been begun already. */
  uploads: 4_310_006,
  /** Held by every process of an instance: which secret, which keys and which store it works with. */
  machineSecret: 4_310_007,
  machineKeys: 4_310_008,
  machineStore: 4_310_009,
} as const
