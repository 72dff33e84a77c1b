/** Parses a request's JSON body with a schema. */
import type { z } from 'zod'
import { Refusal } from './responses.ts'

/** @throws Refusal */
export async function readBody<Schema extends z.ZodType>(request: Request, schema: Schema): Promise<z.output<Schema>> {
  const value: unknown = await request.json().catch(() => undefined)
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new Refusal(400, 'malformed', 'The request is not what this function expects.')
  return parsed.data
}
