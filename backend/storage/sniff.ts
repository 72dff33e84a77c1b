/** Detects a file's type by its first bytes and compares it with the uploader's claim. */
import { invalidMimeType } from './errors.ts'

/** How many bytes `detect` needs. */
export const sniffBytes = 4096

const ascii = (head: Uint8Array, start: number, end: number) => String.fromCharCode(...head.subarray(start, end))
const startsWith = (head: Uint8Array, ...bytes: number[]) => bytes.every((byte, index) => head[index] === byte)

const brands: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  avis: 'image/avif',
  heic: 'image/heic',
  heix: 'image/heic',
  hevc: 'image/heic',
  heim: 'image/heic',
  heis: 'image/heic',
  mif1: 'image/heif',
  msf1: 'image/heif',
  'qt  ': 'video/quicktime',
  'M4A ': 'audio/mp4',
}

/** ISO media files (AVIF, HEIC, MP4) start with a box `ftyp`, which lists a main brand and compatible ones. */
function detectIsoMedia(head: Uint8Array): string | null {
  if (ascii(head, 4, 8) !== 'ftyp') return null
  const main = brands[ascii(head, 8, 12)]
  if (main !== undefined && main !== 'image/heif') return main
  // mif1 means any image. The compatible brands name the kind.
  const boxEnd = Math.min(head.length, ((head[2] ?? 0) << 8) + (head[3] ?? 0))
  for (let at = 16; at + 4 <= boxEnd; at += 4) {
    const compatible = brands[ascii(head, at, at + 4)]
    if (compatible === 'image/avif' || compatible === 'image/heic') return compatible
  }
  return main ?? 'video/mp4'
}

function detectRiff(head: Uint8Array): string | null {
  if (ascii(head, 0, 4) !== 'RIFF') return null
  switch (ascii(head, 8, 12)) {
    case 'WEBP':
      return 'image/webp'
    case 'WAVE':
      return 'audio/wav'
    case 'AVI ':
      return 'video/x-msvideo'
    default:
      return null
  }
}

/** The type with this signature, or null. Text of any kind (HTML, SVG, JSON) has none. */
export function detect(head: Uint8Array): string | null {
  if (startsWith(head, 0xff, 0xd8, 0xff)) return 'image/jpeg'
  if (startsWith(head, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  if (/^GIF8[79]a/.test(ascii(head, 0, 6))) return 'image/gif'
  if (startsWith(head, 0x49, 0x49, 0x2a, 0x00) || startsWith(head, 0x4d, 0x4d, 0x00, 0x2a)) return 'image/tiff'
  if (ascii(head, 0, 2) === 'BM' && head.length > 26 && startsWith(head.subarray(6), 0, 0, 0, 0)) return 'image/bmp'
  if (startsWith(head, 0, 0, 1, 0) && (head[4] ?? 0) > 0 && head.length > 22) return 'image/x-icon'
  if (ascii(head, 0, 5) === '%PDF-') return 'application/pdf'
  if (startsWith(head, 0x1f, 0x8b, 0x08)) return 'application/gzip'
  if (ascii(head, 0, 4) === 'OggS') return 'application/ogg'
  if (startsWith(head, 0x1a, 0x45, 0xdf, 0xa3)) return 'video/webm'
  return detectRiff(head) ?? detectIsoMedia(head)
}

/** The type without its parameters, in lower case. */
export const essence = (type: string) => (type.split(';')[0] ?? '').trim().toLowerCase()

/** Types that claim nothing. storage-js sends `text/plain` for bytes without a type. */
const genericTypes = new Set(['', 'application/octet-stream', 'text/plain', 'binary/octet-stream'])

/** Types whose signature is required, as for all images. */
const typesWithSignature = new Set(['application/pdf', 'application/gzip'])

function looksLikeSvg(head: Uint8Array): boolean {
  const text = new TextDecoder().decode(head).trimStart().toLowerCase()
  return text.startsWith('<') && text.includes('<svg') && !text.includes('<html')
}

/**
 * The type to store. It is the detected type if the uploader claims none, or another image type: a WebP called `.jpg` is
 * common and harmless. Without a detected type it is the claimed one.
 * @throws StorageError InvalidMimeType if the bytes contradict the claim
 */
export function verifiedType(claimed: string, head: Uint8Array): string {
  const claim = essence(claimed)
  const detected = detect(head)
  if (genericTypes.has(claim)) return detected ?? (claimed || 'application/octet-stream')
  if (claim === 'image/svg+xml') {
    if (detected === null && looksLikeSvg(head)) return claimed
    throw invalidMimeType(claimed)
  }
  if (claim.startsWith('image/')) {
    if (detected?.startsWith('image/')) return detected
    throw invalidMimeType(claimed)
  }
  if (typesWithSignature.has(claim) && detected !== claim) throw invalidMimeType(claimed)
  return claimed
}

/** Whether a bucket's `allowed_mime_types` (exact, `image/*`, or `*`/`*`) include the type. */
export function isAllowedType(type: string, allowed: readonly string[] | null): boolean {
  if (allowed === null || allowed.length === 0) return true
  const wanted = essence(type)
  return allowed.some((entry) => {
    const pattern = essence(entry)
    if (pattern === '*' || pattern === '*/*') return true
    return pattern.endsWith('/*') ? wanted.startsWith(pattern.slice(0, -1)) : wanted === pattern
  })
}
