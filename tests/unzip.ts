/** Reads a zip whose files are stored as they are, by its central directory, as any program that opens one does. */
import { crc32 } from 'node:zlib'

const endMark = 0x06054b50
const entryMark = 0x02014b50

/** @returns each file's bytes by its name. @throws Error where the zip is cut off, packed, or not what its checksums say */
export function unzip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from(Uint32Array.of(endMark).buffer))
  if (end < 0) throw new Error('The zip has no end')
  const files = new Map<string, Buffer>()
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (zip.readUInt32LE(at) !== entryMark || zip.readUInt16LE(at + 10) !== 0)
      throw new Error(`No stored file at ${at}`)
    const [size, nameLength] = [zip.readUInt32LE(at + 24), zip.readUInt16LE(at + 28)]
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    const head = zip.readUInt32LE(at + 42)
    const start = head + 30 + zip.readUInt16LE(head + 26) + zip.readUInt16LE(head + 28)
    const content = zip.subarray(start, start + size)
    if (crc32(content) !== zip.readUInt32LE(at + 16)) throw new Error(`${name} is not what was put in`)
    files.set(name, content)
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return files
}
