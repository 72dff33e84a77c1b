/** A streaming parser of multipart/form-data, which holds at most one chunk in memory. */
import { invalidRequest } from './errors.ts'

export interface Part {
  readonly name: string
  /** Set for files, possibly empty. */
  readonly filename: string | null
  readonly contentType: string | null
  /** To be read to its end before the next part. */
  readonly bytes: AsyncIterable<Uint8Array>
}

const maximumHeaderBytes = 16 * 1024
const maximumParts = 64
const malformed = () => invalidRequest('Malformed multipart body')

/** The boundary in a content type. @throws StorageError if there is none */
export function boundaryOf(contentType: string): string {
  const match = /;\s*boundary=(?:"([^"\r\n]{1,200})"|([^;\s"]{1,200}))\s*(?:;|$)/i.exec(contentType)
  const boundary = match?.[1] ?? match?.[2]
  if (boundary === undefined) throw malformed()
  return boundary
}

/** A buffer of the body that grows by chunks and shrinks as it is consumed. */
class BodyBuffer {
  buffered: Buffer = Buffer.from('\r\n')
  readonly #chunks: AsyncIterator<Uint8Array>

  constructor(body: AsyncIterable<Uint8Array>) {
    this.#chunks = body[Symbol.asyncIterator]()
  }

  /** @throws StorageError if the body has ended, because a valid one ends with its last boundary */
  async grow(): Promise<void> {
    const next = await this.#chunks.next()
    if (next.done) throw malformed()
    this.buffered = this.buffered.length === 0 ? Buffer.from(next.value) : Buffer.concat([this.buffered, next.value])
  }

  take(length: number): Buffer {
    const taken = this.buffered.subarray(0, length)
    this.buffered = this.buffered.subarray(length)
    return taken
  }

  /** Consumes up to and including `delimiter`. @returns the bytes before it */
  async takeThrough(delimiter: string, maximumBytes: number): Promise<Buffer> {
    for (;;) {
      const at = this.buffered.indexOf(delimiter)
      if (at > maximumBytes || (at < 0 && this.buffered.length > maximumBytes)) throw malformed()
      if (at >= 0) {
        const taken = this.take(at)
        this.take(delimiter.length)
        return taken
      }
      await this.grow()
    }
  }

  /** Yields the bytes before `delimiter` in pieces and consumes the delimiter. */
  async *until(delimiter: Buffer): AsyncGenerator<Uint8Array> {
    for (;;) {
      const at = this.buffered.indexOf(delimiter)
      // Part of a delimiter may be at the end of the buffer, so its length less one stays.
      const safe = at >= 0 ? at : this.buffered.length - delimiter.length + 1
      if (safe > 0) yield this.take(safe)
      if (at >= 0) {
        this.take(delimiter.length)
        return
      }
      await this.grow()
    }
  }

  async end(): Promise<void> {
    await this.#chunks.return?.()
  }
}

const drain = async (bytes: AsyncIterable<Uint8Array>) => {
  for await (const _ of bytes);
}

function parseHeaders(block: Buffer): Pick<Part, 'name' | 'filename' | 'contentType'> {
  const headers = new Map<string, string>()
  for (const line of block.toString('utf8').split('\r\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim())
  }
  const disposition = headers.get('content-disposition')
  if (disposition === undefined || !/^form-data\b/i.test(disposition)) throw malformed()
  return {
    name: /;\s*name="([^"]*)"/i.exec(disposition)?.[1] ?? '',
    filename: /;\s*filename="([^"]*)"/i.exec(disposition)?.[1] ?? null,
    contentType: headers.get('content-type') ?? null,
  }
}

/** @throws StorageError InvalidRequest if the body does not match `boundary` */
export async function* readParts(body: AsyncIterable<Uint8Array>, boundary: string): AsyncGenerator<Part> {
  const buffer = new BodyBuffer(body)
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  try {
    await drain(buffer.until(delimiter))
    for (let count = 0; ; count++) {
      while (buffer.buffered.length < 2) await buffer.grow()
      if (buffer.take(2).toString('latin1') === '--') return
      if (count === maximumParts) throw malformed()
      // Consumes the line break after the boundary, and padding, which is allowed but never seen.
      const headers = parseHeaders(await buffer.takeThrough('\r\n\r\n', maximumHeaderBytes))
      const bytes = buffer.until(delimiter)
      yield { ...headers, bytes }
      await drain(bytes)
    }
  } finally {
    await buffer.end()
  }
}
