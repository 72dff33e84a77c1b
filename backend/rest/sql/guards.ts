/** Expressions that fail where a statement may not stand, and what is read from their errors. */

/**
 * Fails unless `holds`, with a message that names the error and the count: a text that is no integer cannot become one. So a
 * single statement can refuse what it would have changed, on any database, with no function installed for it.
 */
export const guard = (code: GuardCode, holds: string, count: string) =>
  `case when not (${holds}) then ${guardError(code, count)} end`

/** What fails as soon as it is worked out. `count` must be no constant, or the planner would work it out. */
export const guardError = (code: GuardCode, count: string) => `cast('rest-guard:${code}:' || ${count} as int)`

const guardCodes = ['PGRST115', 'PGRST116', 'PGRST124', '54000'] as const
export type GuardCode = (typeof guardCodes)[number]

/** Reads what a guard raised from the message of its error, whatever language the server speaks. */
export function raisedGuard(message: string): { code: GuardCode; count: string } | undefined {
  const [, found, count = ''] = /rest-guard:(\w+):(\d+)/.exec(message) ?? []
  const code = guardCodes.find((known) => known === found)
  return code && { code, count }
}
