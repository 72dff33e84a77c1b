/** The body of an upload, raw or as a form: its bytes as a stream, and the client's metadata. */
import { entityTooLarge, invalidMimeType, invalidRequest } from './errors.ts'
import { boundaryOf, type Part, readParts } from './multipart.ts'

interface UploadMetadata {
  /** The stored value, e.g. `max-age=3600`. */
  readonly cacheControl: string
  readonly userMetadata: Record<string, unknown> | null
}

export interface UploadBody {
  readonly claimedType: string
  readonly bytes: AsyncIterable<Uint8Array>
  /** To be called after the bytes were read, because a form may contain fields after the file. */
  readMetadata(): Promise<UploadMetadata>
}

const maximumFieldBytes = 64 * 1024
/** Additional size of a form's fields and boundaries. */
const formOverheadBytes = 256 * 1024
const mimeType = /^[\w.+*!#$&^-]+\/[\w.+*!#$&^-]+(?:\s*;\s*[\w.+!#$&^-]+=(?:"[\w .,:/+=-]*"|[\w.+!#$&^:/'-]*))*$/

/**
 * @throws StorageError EntityTooLarge if the announced length exceeds the limit. Otherwise `bytes` throws it when the limit
 * is exceeded
 */
export async function readUploadBody(request: Request, limitBytes: number): Promise<UploadBody> {
  const contentType = request.headers.get('content-type') ?? ''
  const isForm = /^multipart\/form-data\b/i.test(contentType)
  const announced = Number(request.headers.get('content-length') ?? 0)
  if (announced > limitBytes + (isForm ? formOverheadBytes : 0)) throw entityTooLarge()
  const body = withClientErrors(request.body ?? new Blob([]).stream())
  return isForm ? readForm(body, boundaryOf(contentType), limitBytes) : readRaw(request, body, contentType, limitBytes)
}

function readRaw(request: Request, body: AsyncIterable<Uint8Array>, contentType: string, limit: number): UploadBody {
  return {
    claimedType: validType(contentType),
    bytes: cutOff(body, limit),
    readMetadata: async () => ({
      cacheControl: storableCacheControl(request.headers.get('cache-control')),
      userMetadata: parseMetadata(decodeBase64(request.headers.get('x-metadata'))),
    }),
  }
}

async function readForm(body: AsyncIterable<Uint8Array>, boundary: string, limit: number): Promise<UploadBody> {
  const parts = readParts(body, boundary)
  const fields = new Map<string, string>()
  const file = await readFieldsToFile(parts, fields)
  if (file === null) throw invalidRequest('No file provided')
  return {
    claimedType: validType(fields.get('contentType') ?? file.contentType ?? ''),
    bytes: cutOff(file.bytes, limit),
    readMetadata: async () => {
      while ((await readFieldsToFile(parts, fields)) !== null);
      const seconds = fields.get('cacheControl')
      return {
        cacheControl: storableCacheControl(seconds && /^\d+$/.test(seconds) ? `max-age=${seconds}` : (seconds ?? null)),
        userMetadata: parseMetadata(fields.get('metadata') ?? null),
      }
    },
  }
}

/** Collects fields up to a file. Without `for await`, which would close the generator on return. */
async function readFieldsToFile(parts: AsyncGenerator<Part>, fields: Map<string, string>): Promise<Part | null> {
  for (;;) {
    const next = await parts.next()
    if (next.done) return null
    if (next.value.filename !== null) return next.value
    const chunks: Uint8Array[] = []
    for await (const chunk of cutOff(next.value.bytes, maximumFieldBytes)) chunks.push(chunk)
    fields.set(next.value.name, Buffer.concat(chunks).toString('utf8'))
  }
}

/** Turns an interrupted upload into a client error. */
async function* withClientErrors(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch (cause) {
    throw invalidRequest('The upload was interrupted', { cause })
  }
}

async function* cutOff(bytes: AsyncIterable<Uint8Array>, limitBytes: number): AsyncGenerator<Uint8Array> {
  let total = 0
  for await (const chunk of bytes) {
    total += chunk.length
    if (total > limitBytes) throw entityTooLarge()
    yield chunk
  }
}

function validType(type: string): string {
  if (type === '') return ''
  if (type.length > 255 || !mimeType.test(type)) throw invalidMimeType(type.slice(0, 255))
  return type
}

const cacheDirective =
  /^(?:public|private|no-cache|no-store|no-transform|immutable|must-revalidate|proxy-revalidate|(?:max-age|s-maxage|stale-while-revalidate|stale-if-error)=\d{1,10})$/

/** Keeps only known directives, because the text is sent as a response header. */
function storableCacheControl(text: string | null): string {
  const directives = (text ?? '')
    .toLowerCase()
    .split(',')
    .map((directive) => directive.trim())
    .filter((directive) => cacheDirective.test(directive))
  return directives.length === 0 ? 'no-cache' : directives.join(', ')
}

const decodeBase64 = (text: string | null) => (text === null ? null : Buffer.from(text, 'base64').toString('utf8'))

function parseMetadata(text: string | null): Record<string, unknown> | null {
  if (text === null || text === '') return null
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw invalidRequest('Invalid metadata: it must be a JSON object')
}
