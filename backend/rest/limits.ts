/** Limits per request: far above what pages need, and low enough to keep the server available to others. */

export interface RestLimits {
  /** Maximum depth of embedded resources. */
  readonly embedDepth: number
  /** Maximum embedded resources of a request, at all depths. */
  readonly embeds: number
  /** Maximum response size. */
  readonly responseBytes: number
  /** Maximum bytes that the database builds for a response: an embedded array is copied once per level around it. */
  readonly builtBytes: number
  /** Maximum regular expressions (`match`, `imatch`) of a request; only members may send any. */
  readonly expressions: number
  /** Maximum characters of all patterns (`like`, `ilike`) of a request. */
  readonly patternLength: number
}

const megabyte = 1024 * 1024

export const defaultLimits: RestLimits = {
  embedDepth: 6,
  embeds: 30,
  responseBytes: 10 * megabyte,
  builtBytes: 32 * megabyte,
  expressions: 3,
  patternLength: 1_000,
}
