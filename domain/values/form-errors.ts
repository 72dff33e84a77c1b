/** For tests of forms. */
import type { z } from 'zod'

/** The errors of an input by field; empty if it is valid. */
export function errorsOf(form: z.ZodType, input: unknown): Record<string, string> {
  const issues = form.safeParse(input).error?.issues ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]))
}
