/** Content codings of HTML and files: which one a client accepts, and compression of HTML. */
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib'

export type Coding = 'br' | 'gzip' | 'identity'

/** The best coding that the client accepts, from its Accept-Encoding header. */
export function acceptedCoding(header: string): Coding {
  if (accepts(header, 'br')) return 'br'
  return accepts(header, 'gzip') ? 'gzip' : 'identity'
}

export function accepts(header: string, coding: Coding): boolean {
  return header.split(',').some((part) => {
    const [name = '', ...parameters] = part.trim().split(';')
    return name.trim() === coding && !parameters.some((parameter) => /^\s*q=0(\.0*)?\s*$/.test(parameter))
  })
}

/** On HTML, quality 4 is nearly as small as the best and takes a tenth of the time. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Bytes that a Response accepts as its body. */
export type Bytes = Uint8Array<ArrayBuffer>

export async function encode(bytes: Uint8Array, coding: Coding): Promise<Bytes> {
  if (coding === 'br') return new Uint8Array(await brotli(bytes, brotliOptions))
  return new Uint8Array(coding === 'gzip' ? await gzipped(bytes, { level: 5 }) : bytes)
}

const decoders = { br: promisify(brotliDecompress), gzip: promisify(gunzip), identity: async (bytes: Bytes) => bytes }

export async function decode(bytes: Bytes, coding: Coding): Promise<Bytes> {
  return new Uint8Array(await decoders[coding](bytes))
}
