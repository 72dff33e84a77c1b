/** A PostgREST-compatible API over any `Database`. */
export { createDatabaseQuota, type DatabaseQuota, type QuotaSettings } from './quota.ts'
export type { Log } from './response/error-response.ts'
export { createRest, type Rest, type RestOptions, type Write } from './rest-server.ts'
export type { RestCaller } from './session.ts'
