/**
 * Removes from a picture what is not the picture: EXIF with the place where it was taken, XMP, comments, and bytes after its end. How it is
 * turned stays, since JPEG has that in EXIF. The formats: JPEG (ITU T.81, Exif 3.0), PNG (W3C, third edition), WebP (RFC 9649),
 * GIF (89a).
 */

type Bytes = Uint8Array<ArrayBuffer>

/** The picture is cut off, or not of its format. */
export class BrokenPicture extends Error {
  override readonly name = 'BrokenPicture'
}

/** @param type 'image/jpeg', 'image/png', 'image/webp' or 'image/gif'; one of another type stays as it is, or is refused. @throws BrokenPicture */
export function stripMetadata(bytes: Bytes, type: string): Bytes {
  try {
    if (type === 'image/jpeg') return join([...jpegParts(bytes)])
    if (type === 'image/png') return join([...pngParts(bytes)])
    if (type === 'image/webp') return webp(bytes)
    if (type === 'image/gif') return join([...gifParts(bytes)])
    // Its parts are found by their offsets, so none can be left out.
    if (type === 'image/avif' && /Exif\0\0|application\/rdf\+xml/.test(new TextDecoder('latin1').decode(bytes)))
      throw new BrokenPicture('An AVIF file has EXIF or XMP')
    return bytes
  } catch (error) {
    // Reading beyond the end.
    if (error instanceof RangeError) throw new BrokenPicture('The picture is cut off', { cause: error })
    throw error
  }
}

const viewOf = (bytes: Bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const textAt = (bytes: Bytes, at: number, length: number) => String.fromCharCode(...bytes.subarray(at, at + length))

function join(parts: readonly Uint8Array[]): Bytes {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

const [startOfScan, endOfImage, app1, comment] = [0xda, 0xd9, 0xe1, 0xfe]
/** JFIF, colour profiles and Adobe's colour transform. Other application segments describe the photograph. */
const keptSegments = [0xe0, 0xe2, 0xee]

function* jpegParts(bytes: Bytes): Generator<Uint8Array> {
  const view = viewOf(bytes)
  yield bytes.subarray(0, 2)
  let at = 2
  for (;;) {
    if (view.getUint8(at) !== 0xff) throw new BrokenPicture('A JPEG segment does not begin with 0xff')
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) at += 1
    else if (marker === endOfImage) {
      yield bytes.subarray(at, at + 2)
      return
    } else {
      const end = at + 2 + view.getUint16(at + 2)
      if (end > bytes.length) throw new RangeError('A JPEG segment is cut off')
      if (marker === app1) yield* turned(orientationIn(bytes.subarray(at + 4, end)))
      else if (marker !== comment && (marker < 0xe0 || marker > 0xef || keptSegments.includes(marker)))
        yield bytes.subarray(at, end)
      at = end
      if (marker === startOfScan) {
        while (view.getUint8(at) !== 0xff || isWithinScan(view.getUint8(at + 1))) at += 1
        yield bytes.subarray(end, at)
      }
    }
  }
}

/** What follows 0xff within a scan: 0 or a restart marker. */
const isWithinScan = (byte: number) => byte === 0 || (byte >= 0xd0 && byte <= 0xd7)

/** The value of the tag Orientation, from 1 to 8; 1 without one. @param payload of an APP1 segment */
function orientationIn(payload: Bytes): number {
  if (textAt(payload, 0, 6) !== 'Exif\0\0') return 1
  const view = viewOf(payload)
  const tiff = 6
  const isLittle = textAt(payload, tiff, 2) === 'II'
  const directory = tiff + view.getUint32(tiff + 4, isLittle)
  const count = view.getUint16(directory, isLittle)
  for (let n = 0; n < count; n += 1) {
    const entry = directory + 2 + 12 * n
    if (view.getUint16(entry, isLittle) === 0x0112) return view.getUint16(entry + 8, isLittle)
  }
  return 1
}

/** An APP1 segment with nothing but the orientation. */
function turned(orientation: number): Uint8Array[] {
  if (orientation < 2 || orientation > 8) return []
  const exif = [0x45, 0x78, 0x69, 0x66, 0, 0, 0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8]
  const directory = [0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
  return [new Uint8Array([0xff, app1, 0, 2 + exif.length + directory.length, ...exif, ...directory])]
}

const droppedChunks = ['eXIf', 'tEXt', 'zTXt', 'iTXt', 'tIME']

function* pngParts(bytes: Bytes): Generator<Uint8Array> {
  const view = viewOf(bytes)
  yield bytes.subarray(0, 8)
  for (let at = 8; ; ) {
    const end = at + 12 + view.getUint32(at)
    if (end > bytes.length) throw new RangeError('A PNG chunk is cut off')
    const name = textAt(bytes, at + 4, 4)
    if (!droppedChunks.includes(name)) yield bytes.subarray(at, end)
    if (name === 'IEND') return
    at = end
  }
}

/** The flags of EXIF and XMP in the chunk VP8X. */
const metadataFlags = 0b1100

function webp(bytes: Bytes): Bytes {
  const view = viewOf(bytes)
  const length = 8 + view.getUint32(4, true)
  if (length > bytes.length) throw new RangeError('A WebP file is cut off')
  const parts: Uint8Array[] = [bytes.slice(0, 12)]
  for (let at = 12; at < length; ) {
    const size = view.getUint32(at + 4, true)
    const end = at + 8 + size + (size % 2)
    if (end > length) throw new RangeError('A WebP chunk is cut off')
    const name = textAt(bytes, at, 4)
    const chunk = bytes.slice(at, end)
    if (name === 'VP8X') chunk[8] = (chunk[8] ?? 0) & ~metadataFlags
    if (name !== 'EXIF' && name !== 'XMP ') parts.push(chunk)
    at = end
  }
  const joined = join(parts)
  viewOf(joined).setUint32(4, joined.length - 8, true)
  return joined
}

const [extension, imageDescriptor, gifEnd] = [0x21, 0x2c, 0x3b]
const [graphicControl, application] = [0xf9, 0xff]
/** How often an animation repeats, and colour profiles. XMP is another. Comments and texts are extensions of other kinds. */
const keptApplications = ['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012']

function* gifParts(bytes: Bytes): Generator<Uint8Array> {
  const view = viewOf(bytes)
  /** The bytes of a table of colours, by the flags before it. */
  const tableBytes = (flags: number) => ((flags & 0x80) === 0 ? 0 : 3 << ((flags & 7) + 1))
  const endOfBlocks = (from: number) => {
    let end = from
    while (view.getUint8(end) !== 0) end += 1 + view.getUint8(end)
    return end + 1
  }
  let at = 13 + tableBytes(view.getUint8(10))
  yield bytes.subarray(0, at)
  for (;;) {
    const kind = view.getUint8(at)
    if (kind === gifEnd) {
      yield bytes.subarray(at, at + 1)
      return
    }
    if (kind !== extension && kind !== imageDescriptor) throw new BrokenPicture('A GIF has a block of no known kind')
    const label = view.getUint8(at + 1)
    const start = kind === extension ? at + 2 : at + 10 + tableBytes(view.getUint8(at + 9)) + 1
    const end = endOfBlocks(start)
    const isKept =
      kind === imageDescriptor ||
      label === graphicControl ||
      (label === application && keptApplications.includes(textAt(bytes, at + 3, 11)))
    if (isKept) yield bytes.subarray(at, end)
    at = end
  }
}
