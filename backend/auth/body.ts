/** Reads a request's JSON body: size-limited, decoded, storable in PostgreSQL and validated against a schema. */
import { z } from 'zod'
import { badJson, requestTooLarge } from './errors.ts'

const maximumBytes = 64 * 1024
/** Deeper metadata has no use and could exhaust the stack. */
const maximumDepth = 32

/** GoTrue treats absent, null and '' alike. */
export const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '')

/** A boolean; `defaultValue` when it is absent or null. */
export const flag = (defaultValue: boolean) =>
  z
    .boolean()
    .nullish()
    .transform((value) => value ?? defaultValue)

/** A JSON object with any members. */
export const jsonObject = z.record(z.string(), z.unknown())
export type JsonObject = z.output<typeof jsonObject>

/** @throws AuthError bad_json or request_too_large */
export async function readBody<Schema extends z.ZodType>(request: Request, schema: Schema): Promise<z.output<Schema>> {
  const parsed = schema.safeParse(await readJson(request))
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw badJson(`${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'not as expected'}`, parsed.error)
}

async function readJson(request: Request): Promise<unknown> {
  const source = await readText(request)
  if (source.trim() === '') return {}
  let value: unknown
  try {
    value = JSON.parse(source)
  } catch (cause) {
    throw badJson('it is malformed', cause)
  }
  assertStorable(value)
  return value
}

async function readText(request: Request): Promise<string> {
  if (request.body === null) return ''
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of request.body) {
    bytes += chunk.byteLength
    if (bytes > maximumBytes) throw requestTooLarge()
    chunks.push(chunk)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch (cause) {
    throw badJson('it is not UTF-8', cause)
  }
}

/** PostgreSQL stores neither U+0000 nor unpaired surrogates. Iterative, because the client decides the depth. */
function assertStorable(root: unknown): void {
  const waiting: { value: unknown; depth: number }[] = [{ value: root, depth: 0 }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, depth } = next
    if (depth > maximumDepth) throw badJson('it is nested too deeply')
    if (typeof value === 'string') assertStorableText(value)
    if (typeof value !== 'object' || value === null) continue
    for (const [key, member] of Object.entries(value)) {
      assertStorableText(key)
      waiting.push({ value: member, depth: depth + 1 })
    }
  }
}

function assertStorableText(value: string): void {
  if (value.includes('\0') || /\p{Surrogate}/u.test(value))
    throw badJson('text holds a character that cannot be stored')
}
