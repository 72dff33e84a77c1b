/** Calls an edge function and turns an error response into a QueryError. */
import { z } from 'zod'
import type { AppContext } from './app-context.ts'
import { QueryError } from './unwrap.ts'

const refusalSchema = z.object({ message: z.string(), hint: z.string().optional() })
const genericMessage = 'Something went wrong. Please try again.'

/** @throws QueryError with the function's own message and hint, which `messageFor` reads */
export async function callFunction<Schema extends z.ZodType>(
  app: AppContext,
  name: string,
  body: object,
  schema: Schema,
): Promise<z.output<Schema>> {
  const client = await app.supabase()
  const { data, error } = await client.functions.invoke(name, { body })
  if (error) throw await errorOf(error)
  const read = schema.safeParse(data)
  if (!read.success) throw new QueryError(genericMessage, 200, undefined, read.error)
  return read.data
}

/** supabase-js keeps an error response in the error's `context`. */
async function errorOf(error: unknown): Promise<QueryError> {
  const response = error instanceof Error && 'context' in error ? error.context : undefined
  if (!(response instanceof Response)) return new QueryError(genericMessage, 0, undefined, error)
  const refusal = refusalSchema.safeParse(await response.json().catch(() => null))
  // Only the function itself sends a hint. A 5xx without one comes from a proxy.
  const message =
    refusal.success && (response.status < 500 || refusal.data.hint) ? refusal.data.message : genericMessage
  return new QueryError(message, response.status, undefined, error, { hint: refusal.data?.hint ?? null })
}
