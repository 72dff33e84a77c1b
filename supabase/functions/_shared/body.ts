/** Parses a request's body with a schema. */
import type { z } from 'zod'
import { Refusal } from './responses.ts'

/** Reads JSON. @throws Refusal */
export async function readBody<Schema extends z.ZodType>(request: Request, schema: Schema): Promise<z.output<Schema>> {
  return parse(await request.json().catch(() => undefined), schema)
}

/** Reads a form. @throws Refusal */
export async function readForm<Schema extends z.ZodType>(request: Request, schema: Schema): Promise<z.output<Schema>> {
  return parse(Object.fromEntries(await request.formData().catch(() => new FormData())), schema)
}

function parse<Schema extends z.ZodType>(value: unknown, schema: Schema): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new Refusal(400, 'malformed', 'The request is not what this function expects.')
  return parsed.data
}
