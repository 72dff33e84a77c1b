/** The JWT secret: generated at the first start, stored in the data folder for its owner only, never printed. */
import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'

const fileSchema = z.object({ jwtSecret: z.string().min(32) })

/** @throws Error if the file exists but cannot be read or is not valid. A new secret would sign all members out. */
export async function readOrCreateSecret(dataDir: string): Promise<string> {
  const location = path.join(dataDir, 'secrets.json')
  const text = await readFile(location, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new Error(`${location} cannot be read: ${error.message}`, { cause: error })
  })
  if (text !== undefined) {
    const parsed = fileSchema.safeParse(jsonOf(text))
    if (!parsed.success)
      throw new Error(`${location} cannot be read: it must contain a jwtSecret of at least 32 characters.`)
    return parsed.data.jwtSecret
  }
  const jwtSecret = randomBytes(48).toString('base64url')
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  // Renamed once complete, so that a crash leaves no partial file.
  await writeFile(`${location}.new`, `${JSON.stringify({ jwtSecret })}\n`, { mode: 0o600 })
  await rename(`${location}.new`, location)
  return jwtSecret
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
