/** How much one request may ask for. Far above what pages ask for, far below what would take the server from everybody else. */

export interface RestLimits {
  /** How deep embedded resources nest. */
  readonly embedDepth: number
  /** Embedded resources of one request, at all depths together. */
  readonly embeds: number
  /** The largest response. */
  readonly responseBytes: number
  /** What the database may put together on the way to it: an embedded array is copied once for each level around it. */
  readonly builtBytes: number
  /** Regular expressions (`match`, `imatch`) of one request, which only members may send. */
  readonly expressions: number
  /** Characters of all the patterns of one request (`like`, `ilike`) together. */
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
