/** Fetches a picture from an address given by a seller, within limits of size and time and from public addresses only. */
import type { IncomingMessage } from 'node:http'
import { BrokenPicture, stripMetadata } from '../../../domain/values/strip-metadata.ts'
import { AddressNotAllowed, type Network, publicNetwork, requestPublic } from './public-request.ts'

/** Below 5 MB, like uploads. */
export const maxBytes = 5 * 1024 * 1024 - 1
const maxRedirects = 3
const deadlineMs = 10_000
const maxAddressLength = 2048

/** An error with a message for the seller. */
export class PictureError extends Error {
  override readonly name = 'PictureError'
  /** Whether a retry cannot succeed. */
  readonly isFinal: boolean

  constructor(message: string, isFinal: boolean, options?: ErrorOptions) {
    super(message, options)
    this.isFinal = isFinal
  }
}

export interface FetchedPicture {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly type: string
  readonly extension: string
}

const unreachable = 'The picture could not be fetched from that address.'
const notAllowed = 'Pictures are fetched from public web addresses only.'

/** @throws PictureError */
export async function fetchPicture(address: string, network: Network = publicNetwork): Promise<FetchedPicture> {
  const signal = AbortSignal.timeout(deadlineMs)
  let url = parseAddress(address)
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    const response = await open(url, network, signal)
    try {
      const { statusCode = 0, headers } = response
      if (statusCode >= 300 && statusCode < 400 && headers.location) {
        url = parseAddress(new URL(headers.location, url).href)
        continue
      }
      if (statusCode !== 200) throw new PictureError(unreachable, statusCode < 500)
      return detectImageType(await readBody(response, signal))
    } catch (error) {
      throw toPictureError(error, signal)
    } finally {
      response.destroy()
    }
  }
  throw new PictureError('That address redirects too many times.', true)
}

function parseAddress(address: string): URL {
  const url = URL.canParse(address) && address.length <= maxAddressLength ? new URL(address) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new PictureError('Please enter a valid URL.', true)
  return url
}

async function open(url: URL, network: Network, signal: AbortSignal): Promise<IncomingMessage> {
  const headers = { accept: 'image/*', 'user-agent': 'Tuckbox picture import' }
  try {
    return await requestPublic(url, { headers, network, signal })
  } catch (error) {
    if (error instanceof AddressNotAllowed) throw new PictureError(notAllowed, true, { cause: error })
    throw toPictureError(error, signal)
  }
}

async function readBody(response: IncomingMessage, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = () => new PictureError('File size is too large. Please upload an image under 5MB.', true)
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw tooLarge()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response) {
    signal.throwIfAborted()
    size += chunk.length
    if (size > maxBytes) throw tooLarge()
    chunks.push(chunk)
  }
  const body = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    body.set(chunk, at)
    at += chunk.length
  }
  return body
}

/** Detects the type from the first bytes and ignores the content-type header. */
function detectImageType(bytes: Uint8Array<ArrayBuffer>): FetchedPicture {
  const text = String.fromCharCode(...bytes.subarray(0, 16))
  const kind = text.startsWith('\xff\xd8\xff')
    ? 'jpeg'
    : text.startsWith('\x89PNG\r\n\x1a\n')
      ? 'png'
      : text.startsWith('GIF8')
        ? 'gif'
        : text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP'
          ? 'webp'
          : text.slice(4, 8) === 'ftyp' && /^avi[fs]/.test(text.slice(8, 12))
            ? 'avif'
            : null
  if (!kind) throw new PictureError('There is no picture at that address (JPEG, PNG, WebP, AVIF or GIF).', true)
  const type = `image/${kind}`
  return { bytes: withoutMetadata(bytes, type), type, extension: kind === 'jpeg' ? 'jpg' : kind }
}

function withoutMetadata(bytes: Uint8Array<ArrayBuffer>, type: string): Uint8Array<ArrayBuffer> {
  try {
    return stripMetadata(bytes, type)
  } catch (error) {
    if (!(error instanceof BrokenPicture)) throw error
    throw new PictureError('The picture at that address is damaged. Please upload it as a file.', true, {
      cause: error,
    })
  }
}

function toPictureError(error: unknown, signal: AbortSignal): PictureError {
  if (error instanceof PictureError) return error
  return signal.aborted
    ? new PictureError('The picture took too long to download.', false, { cause: error })
    : new PictureError(unreachable, false, { cause: error })
}
