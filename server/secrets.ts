/** The instance's secret: made at the first start, kept in the data folder for its owner only, never printed. */
import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'

const file = z.object({ jwtSecret: z.string().min(32) })

/** @throws Error naming the file when it cannot be understood: making a new secret would sign everybody out. */
export async function readOrMakeSecret(dataDir: string): Promise<string> {
  const location = path.join(dataDir, 'secrets.json')
  const text = await readFile(location, 'utf8').catch(() => undefined)
  if (text !== undefined) {
    const read = file.safeParse(parsed(text))
    if (!read.success)
      throw new Error(`${location} cannot be read: it should hold a jwtSecret of 32 characters or more.`)
    return read.data.jwtSecret
  }
  const jwtSecret = randomBytes(48).toString('base64url')
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  // Written aside and renamed, so that a crash leaves either none or a whole one.
  await writeFile(`${location}.new`, `${JSON.stringify({ jwtSecret })}\n`, { mode: 0o600 })
  await rename(`${location}.new`, location)
  return jwtSecret
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
