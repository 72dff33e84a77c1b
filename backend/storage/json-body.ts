/** Reads JSON request bodies with a size limit and validates them. */
import type { z } from 'zod'
import { entityTooLarge, invalidRequest } from './errors.ts'

const maximumBytes = 1024 * 1024

/** An empty body reads as `{}`. @throws StorageError InvalidRequest, EntityTooLarge */
export async function readJson<T extends z.ZodType>(request: Request, schema: T): Promise<z.output<T>> {
  const text = await readText(request)
  const parsed = schema.safeParse(text.trim() === '' ? {} : parse(text))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw invalidRequest(`${['body', ...(issue?.path ?? [])].join('/')} ${issue?.message ?? 'is invalid'}`)
}

async function readText(request: Request): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request.body ?? new Blob([]).stream()) {
    length += chunk.length
    if (length > maximumBytes) throw entityTooLarge('request body')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalidRequest('Body is not valid JSON')
  }
}
