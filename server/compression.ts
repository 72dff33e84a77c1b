/** Compresses the HTML of each request. Built files are compressed at build time. */
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** On HTML, quality 4 is nearly as small as the best and takes a tenth of the time. */
const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

export async function htmlResponse(html: string, status: number, acceptEncoding: string): Promise<Response> {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    // A page depends on the visitor's place, which is in a cookie, so shared caches must not store it.
    'cache-control': 'private, no-cache',
    vary: 'Accept-Encoding, Cookie',
  }
  if (/\bbr\b/.test(acceptEncoding)) {
    const body = new Uint8Array(await brotli(html, options))
    return new Response(body, { status, headers: { ...headers, 'content-encoding': 'br' } })
  }
  if (/\bgzip\b/.test(acceptEncoding)) {
    const body = new Uint8Array(await gzipped(html, { level: 5 }))
    return new Response(body, { status, headers: { ...headers, 'content-encoding': 'gzip' } })
  }
  return new Response(html, { status, headers })
}
