/** PostgreSQL's advisory locks of the backend, by purpose. The numbers are arbitrary, and each is used once. */
export const advisoryLocks = {
  /** Applying the base and migrations. */
  migrations: 7_215_330_001,
  /** Creating template databases. */
  templates: 7_215_330_002,
  /** Creating the triggers of the realtime publication. */
  publication: 7_215_330_003,
  /** Creating the triggers of the tables that visitors may read. */
  publicTables: 7_215_330_004,
} as const

export type AdvisoryLock = keyof typeof advisoryLocks
