/** PostgREST's dialect over any `Database`. */
export type { Log } from './response/error-answer.ts'
export { createRest, type Rest, type RestOptions } from './rest-server.ts'
export type { RestCaller } from './session.ts'
