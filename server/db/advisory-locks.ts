/** The numbers of the database-wide locks we take, so that no two purposes share one. Any numbers will do. */
export const advisoryLocks = { migrations: 4_310_001, roles: 4_310_002 } as const
