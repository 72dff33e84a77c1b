/** Keeps each function's bundle in the cache folder, and makes it anew when one of the files it came from has changed. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { z } from 'zod'
import { FunctionError } from './errors.ts'

export interface Bundles {
  /** @returns the URL of the bundle of an entry file as it is now; another URL when it changed. @throws FunctionError BOOT_ERROR */
  current(name: string, entry: string): Promise<string>
  /** Ends bundling that is under way; afterwards nothing is written into the cache folder any more. */
  close(): Promise<void>
}

const recordSchema = z.object({
  bundle: z.string(),
  inputs: z.array(z.object({ file: z.string(), mtimeMs: z.number(), size: z.number() })),
})
type Record = z.infer<typeof recordSchema>

/** How long a look at the inputs is good for: saving a file shows within it, and a busy function asks the disk no more often. */
const checkIntervalMs = 1_000
const bundlerTimeoutMs = 60_000

/** @param prepared a folder of bundles that were made beforehand (scripts/build.mjs), used as long as their inputs are the same */
export function createBundles(folder: string, prepared?: string): Bundles {
  const known = new Map<string, { url: Promise<string>; checkedAtMs: number }>()
  const closing = new AbortController()

  return {
    async close() {
      closing.abort()
      await Promise.allSettled([...known.values()].map(({ url }) => url))
    },

    current(name, entry) {
      const cached = known.get(name)
      if (cached && performance.now() - cached.checkedAtMs < checkIntervalMs) return cached.url
      const url = findOrBuild({ folder, prepared, signal: closing.signal }, name, entry)
      const entered = { url, checkedAtMs: Number.POSITIVE_INFINITY }
      known.set(name, entered)
      const settle = () => {
        entered.checkedAtMs = performance.now()
      }
      url.then(settle, settle)
      return url
    },
  }
}

interface Folders {
  readonly folder: string
  readonly prepared: string | undefined
  /** Aborted when the bundles are not wanted any more. */
  readonly signal: AbortSignal
}

async function findOrBuild({ folder, prepared, signal }: Folders, name: string, entry: string): Promise<string> {
  for (const directory of prepared === undefined ? [folder] : [folder, prepared]) {
    const record = await readRecord(path.join(directory, `${name}.json`))
    if (record && (await isCurrent(record))) return pathToFileURL(path.join(directory, record.bundle)).href
  }
  const built = await buildBundle({ folder, signal }, name, entry)
  return pathToFileURL(path.join(folder, built.bundle)).href
}

async function readRecord(file: string): Promise<Record | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  try {
    return recordSchema.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

async function isCurrent({ inputs }: Record): Promise<boolean> {
  const same = await Promise.all(
    inputs.map(({ file, mtimeMs, size }) =>
      stat(file).then(
        (now) => now.mtimeMs === mtimeMs && now.size === size,
        () => false,
      ),
    ),
  )
  return same.every(Boolean)
}

/** Written beside and renamed, so that another process never reads half of one. */
async function buildBundle(
  { folder, signal }: Pick<Folders, 'folder' | 'signal'>,
  name: string,
  entry: string,
): Promise<Record> {
  await mkdir(folder, { recursive: true })
  const draft = path.join(folder, `.${name}-${process.pid}-${Date.now()}.mjs`)
  try {
    const inputs = await runBundler(entry, draft, signal)
    const digest = createHash('sha256')
      .update(await readFile(draft))
      .digest('hex')
    const record = recordSchema.parse({ bundle: `${name}-${digest.slice(0, 16)}.mjs`, inputs: JSON.parse(inputs) })
    await rename(draft, path.join(folder, record.bundle))
    await writeFile(`${draft}.json`, JSON.stringify(record))
    await rename(`${draft}.json`, path.join(folder, `${name}.json`))
    await removeOldBundles(folder, name, record.bundle)
    return record
  } catch (error) {
    await rm(draft, { force: true })
    throw new FunctionError('BOOT_ERROR', { cause: error })
  }
}

async function removeOldBundles(folder: string, name: string, bundle: string): Promise<void> {
  const old = (await readdir(folder)).filter((file) => file !== bundle && isBundleOf(file, name))
  await Promise.all(old.map((file) => rm(path.join(folder, file), { force: true })))
}

const isBundleOf = (file: string, name: string) =>
  file.startsWith(`${name}-`) && /^[0-9a-f]{16}\.mjs$/.test(file.slice(name.length + 1))

/** @returns what the bundler printed. @throws Error with what it complained of */
function runBundler(entry: string, output: string, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const bundler = fileURLToPath(new URL('./bundler.js', import.meta.url))
    const child = spawn(process.execPath, [bundler, entry, output], {
      stdio: ['pipe', 'pipe', 'pipe'],
      timeout: bundlerTimeoutMs,
      killSignal: 'SIGKILL',
      signal,
    })
    let printed = ''
    let errorOutput = ''
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk
    })
    child.stderr.on('data', (chunk: Buffer) => {
      errorOutput += chunk
    })
    // Not before it has ended: until then it writes.
    let failure: Error | undefined
    child.once('error', (error) => {
      failure = error
      if (child.pid === undefined) reject(error)
    })
    child.once('close', (code) =>
      code === 0
        ? resolve(printed)
        : reject(failure ?? new Error(`The function cannot be bundled: ${errorOutput.trim()}`)),
    )
  })
}
