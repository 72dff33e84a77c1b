/** Compresses the HTML that is made for each request; built files were compressed when they were built. */
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Quality 4: on HTML nearly as small as the best, at a tenth of the time. */
const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

export async function htmlResponse(html: string, status: number, acceptEncoding: string): Promise<Response> {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    // A page is made for where its visitor is, which a cookie says: nobody else's cache may keep it.
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
