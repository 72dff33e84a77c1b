/** Expressions that make a statement fail on a condition, and the parser of their errors. */

/**
 * Fails unless `holds`, with a message that contains the code and the count: casting such a text to an integer is an error. A single
 * statement can thus undo its own change, without any function installed in the database.
 */
export const guard = (code: GuardCode, holds: string, count: string) =>
  `case when not (${holds}) then ${guardError(code, count)} end`

/** Fails when it is evaluated. `count` must not be a constant, which the planner would evaluate. */
export const guardError = (code: GuardCode, count: string) => `cast('rest-guard:${code}:' || ${count} as int)`

const guardCodes = ['PGRST115', 'PGRST116', 'PGRST124', '54000'] as const
export type GuardCode = (typeof guardCodes)[number]

/** Parses a guard's error message, in any server language. */
export function raisedGuard(message: string): { code: GuardCode; count: string } | undefined {
  const [, found, count = ''] = /rest-guard:(\w+):(\d+)/.exec(message) ?? []
  const code = guardCodes.find((known) => known === found)
  return code && { code, count }
}
