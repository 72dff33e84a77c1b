/** Reads a zip of uncompressed files by its central directory, like any unzip program. */
import { crc32 } from 'node:zlib'

const endSignature = 0x06054b50
const entrySignature = 0x02014b50

/** @returns the files by name. @throws Error if the zip is truncated or compressed, or a checksum is wrong */
export function unzip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from(Uint32Array.of(endSignature).buffer))
  if (end < 0) throw new Error('The zip has no end of central directory')
  const files = new Map<string, Buffer>()
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (zip.readUInt32LE(at) !== entrySignature || zip.readUInt16LE(at + 10) !== 0)
      throw new Error(`No uncompressed file at ${at}`)
    const [size, nameLength] = [zip.readUInt32LE(at + 24), zip.readUInt16LE(at + 28)]
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    const header = zip.readUInt32LE(at + 42)
    const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28)
    const content = zip.subarray(start, start + size)
    if (crc32(content) !== zip.readUInt32LE(at + 16)) throw new Error(`The checksum of ${name} is wrong`)
    files.set(name, content)
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return files
}
