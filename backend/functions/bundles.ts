/** The cache of function bundles, each rebuilt when one of its inputs changed. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { z } from 'zod'
import { FunctionError } from './errors.ts'

export interface Bundles {
  /** @returns the URL of the current bundle, another URL after a change. @throws FunctionError BOOT_ERROR */
  current(name: string, entry: string): Promise<string>
  /** Aborts running bundlers; afterwards nothing is written to the cache folder. */
  close(): Promise<void>
}

const recordSchema = z.object({
  bundle: z.string(),
  /** `file` is relative to the record's folder. */
  inputs: z.array(z.object({ file: z.string(), digest: z.string() })),
})
type BundleRecord = z.infer<typeof recordSchema>

/** How long a check of the inputs is valid, so that a busy function does not check the disk for every request. */
const checkIntervalMs = 1_000
const bundlerTimeoutMs = 60_000

/** @param prepared a folder of prebuilt bundles (scripts/build.mjs), used while their inputs are unchanged */
export function createBundles(folder: string, prepared?: string): Bundles {
  const lookups = new Map<string, { url: Promise<string>; checkedAtMs: number }>()
  const closing = new AbortController()

  return {
    async close() {
      closing.abort()
      await Promise.allSettled([...lookups.values()].map(({ url }) => url))
    },

    current(name, entry) {
      const cached = lookups.get(name)
      if (cached && performance.now() - cached.checkedAtMs < checkIntervalMs) return cached.url
      const url = findOrBuild({ folder, prepared, signal: closing.signal }, name, entry)
      const lookup = { url, checkedAtMs: Number.POSITIVE_INFINITY }
      lookups.set(name, lookup)
      const settle = () => {
        lookup.checkedAtMs = performance.now()
      }
      url.then(settle, settle)
      return url
    },
  }
}

interface Folders {
  readonly folder: string
  readonly prepared: string | undefined
  /** Aborts running bundlers. */
  readonly signal: AbortSignal
}

async function findOrBuild({ folder, prepared, signal }: Folders, name: string, entry: string): Promise<string> {
  for (const directory of prepared === undefined ? [folder] : [folder, prepared]) {
    const record = await readRecord(path.join(directory, `${name}.json`))
    if (record && (await isCurrent(record, await realpath(directory))))
      return pathToFileURL(path.join(directory, record.bundle)).href
  }
  const built = await buildBundle({ folder, signal }, name, entry)
  return pathToFileURL(path.join(folder, built.bundle)).href
}

async function readRecord(file: string): Promise<BundleRecord | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  try {
    return recordSchema.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

async function isCurrent({ inputs }: BundleRecord, folder: string): Promise<boolean> {
  const same = await Promise.all(
    inputs.map(({ file, digest }) =>
      digestOf(path.join(folder, file)).then(
        (now) => now === digest,
        () => false,
      ),
    ),
  )
  return same.every(Boolean)
}

/** Digests by file, each calculated once for a time and size of the file. */
const digests = new Map<string, { mtimeMs: number; size: number; digest: string }>()

/** A digest, because copying and checking out change the times of files. */
async function digestOf(file: string): Promise<string> {
  const { mtimeMs, size } = await stat(file)
  const known = digests.get(file)
  if (known?.mtimeMs === mtimeMs && known.size === size) return known.digest
  const digest = sha256(await readFile(file))
  digests.set(file, { mtimeMs, size, digest })
  return digest
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Written to a temporary file and renamed, so that no other process reads half of it. */
async function buildBundle(
  { folder, signal }: Pick<Folders, 'folder' | 'signal'>,
  name: string,
  entry: string,
): Promise<BundleRecord> {
  await mkdir(folder, { recursive: true })
  const draft = path.join(folder, `.${name}-${process.pid}-${Date.now()}.mjs`)
  try {
    const inputs = await runBundler(entry, draft, signal)
    const digest = sha256(await readFile(draft))
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

/** @returns the bundler's output. @throws Error with its error output */
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
    // Rejects only when the process has ended, because until then it writes files.
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
