/** A PostgREST-compatible API over any `Database`. */
export { createDatabaseQuota, type QuotaSettings } from './quota.ts'

export { createRest, type Rest, type RestOptions, type Write } from './rest-server.ts'
export type { RestCaller } from './session.ts'
