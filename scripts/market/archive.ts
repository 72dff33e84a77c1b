/**
 * Backups. A folder for each: `manifest.json`, written last, `rows/TABLE.jsonl.gz`, and the checksums of these files. Objects are in
 * `objects/`, named by the digest of their bytes and shared by all backups, so that a backup adds only what is new.
 */
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'
import { takeLock } from '../../backend/database/lock-file.ts'
import { attempt, inBatches, keyOf, ObjectError, type StoredObject, sha256 } from './objects.ts'
import type { Source, SourceTable } from './source.ts'
import { createDigest, isSame, type Row } from './tables.ts'

/** A backup that is incomplete, damaged or of another version. The message is for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

const column = z.object({ name: z.string(), type: z.string() })
const digest = z.object({ rows: z.number(), sum: z.string() })
const object = z.object({
  bucket: z.string(),
  name: z.string(),
  bytes: z.number(),
  ownerId: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  userMetadata: z.string().nullable(),
  contentType: z.string(),
  cacheControl: z.string(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
const manifest = z.object({
  format: z.literal(2, 'was made by another version'),
  versions: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(column), digest })),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
  buckets: z.array(
    z.object({
      id: z.string(),
      public: z.boolean(),
      fileSizeLimit: z.number().nullable(),
      allowedMimeTypes: z.array(z.string()).nullable(),
    }),
  ),
  objects: z.array(object),
})

type Manifest = z.infer<typeof manifest>
type ArchivedObject = z.infer<typeof object>

const rowsName = ({ name }: { readonly name: string }) => `rows/${name}.jsonl.gz`
const rowsFile = (folder: string, table: { readonly name: string }) => path.join(folder, rowsName(table))
const blobFile = (backups: string, digest: string) => path.join(backups, 'objects', digest.slice(0, 2), digest)
const manifestName = 'manifest.json'
const manifestFile = (folder: string) => path.join(folder, manifestName)

export interface BackupOptions {
  readonly source: Source
  /** The folder of all backups. */
  readonly backups: string
  /** The name of this one, later than the others' in alphabetical order. */
  readonly name: string
  /** The server's secrets.json, without which its keys change. */
  readonly secrets: string | undefined
  /** Reads the objects of earlier backups again, and replaces damaged ones. Otherwise only their sizes are compared. */
  readonly verifies: boolean
  readonly print: (line: string) => void
}

/**
 * For one process at a time. Two backups could remove each other's objects. One during a restore would be of half a market, and could
 * remove the backup that is restored.
 * @throws BackupError
 */
export async function lockBackups(backups: string): Promise<{ release(): Promise<void> }> {
  const lock = await takeLock(path.join(backups, 'backup.lock'))
  if ('holder' in lock) throw new BackupError(`${backups} is in use by process ${lock.holder.id}.`)
  return lock
}

/** Writes a backup, or nothing. @returns why objects are missing in it @throws BackupError, PlaceError */
export async function writeBackup(options: BackupOptions): Promise<readonly string[]> {
  const folder = path.join(options.backups, options.name)
  try {
    return await writeContents(folder, options)
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

async function writeContents(folder: string, options: BackupOptions): Promise<readonly string[]> {
  const { source, backups, secrets, verifies, print } = options
  await mkdir(path.join(folder, 'rows'), { recursive: true, mode: 0o700 })
  const damaged = verifies ? await damagedBlobs(backups) : []
  for (const file of damaged) print(`  ${file} is damaged.`)
  const known = await knownObjects(options, damaged)
  for (const [n, table] of source.tables.entries()) {
    await writeRows(folder, table, source)
    print(`  ${n + 1} of ${source.tables.length} tables, ${table.name}: ${table.digest.rows} rows`)
  }
  const objects: ArchivedObject[] = []
  const failures: string[] = []
  await inBatches(
    source.objects,
    async (original) => {
      const archive = () => archiveObject(source, backups, original)
      const archived = known.get(stateOf(original)) ?? (await attempt(failures, archive))
      if (archived) objects.push({ ...original, ...archived })
    },
    async (_, done) => print(`  ${done} of ${source.objects.length} objects`),
  )
  // The market no longer has them.
  for (const file of damaged)
    if ((await sha256OfFile(file)) !== path.basename(file)) failures.push(`${file} is damaged, and was not replaced.`)
  const { versions, tables, sequences, buckets } = source
  const content = { format: 2, versions, tables, sequences, buckets, objects }
  if (secrets && existsSync(secrets)) await copyFile(secrets, path.join(folder, secretsName))
  const text = JSON.stringify(content)
  await writeChecksums(folder, sha256(Buffer.from(text)))
  // Renamed once complete: a folder without a manifest is not a backup.
  await writeFile(`${manifestFile(folder)}.new`, text, { mode: 0o600 })
  await rename(`${manifestFile(folder)}.new`, manifestFile(folder))
  return failures
}

/** In the format of `sha256sum -c`. */
const checksumsName = 'SHA256SUMS'

async function writeChecksums(folder: string, manifest: string): Promise<void> {
  const lines = [`${manifest}  ${manifestName}`]
  for (const file of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue
    const name = path.relative(folder, path.join(file.parentPath, file.name)).replaceAll(path.sep, '/')
    lines.push(`${await sha256OfFile(path.join(folder, name))}  ${name}`)
  }
  await writeFile(path.join(folder, checksumsName), `${lines.join('\n')}\n`, { mode: 0o600 })
}

/** By the name of the file in the backup. @throws BackupError */
async function readChecksums(folder: string): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(path.join(folder, checksumsName), 'utf8').catch(unreadable(folder, checksumsName))
  return new Map(text.split('\n').map((line) => [line.slice(66), line.slice(0, 64)]))
}

/** @throws BackupError */
async function requireWhole(folder: string, name: string, checksums: ReadonlyMap<string, string>): Promise<void> {
  const digest = await sha256OfFile(path.join(folder, name)).catch(unreadable(folder, name))
  if (digest !== checksums.get(name))
    throw new BackupError(`${path.join(folder, name)} is damaged: it differs from ${checksumsName}.`)
}

const unreadable = (folder: string, name: string) => (error: NodeJS.ErrnoException) => {
  const reason = error.code === 'ENOENT' ? `${folder} is not a complete backup: it has no ${name}.` : error.message
  throw new BackupError(reason, { cause: error })
}

async function sha256OfFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** Writes the rows, and compares what was written with the database's digest. */
async function writeRows(folder: string, table: SourceTable, source: Source): Promise<void> {
  const written = createDigest(table)
  const lines = async function* () {
    for await (const rows of source.rows(table)) {
      written.add(rows)
      yield rows.map((row) => `${JSON.stringify(row)}\n`).join('')
    }
  }
  const file = createWriteStream(rowsFile(folder, table), { mode: 0o600 })
  await pipeline(Readable.from(lines()), createGzip(), file)
  if (!isSame(written.digest(), table.digest)) throw new BackupError(`${table.name} differs after it was written.`)
}

/** What identifies the content of an object without reading it. */
const stateOf = (object: StoredObject) => `${keyOf(object)} ${object.bytes} ${object.updatedAt}`

/** What is known of an object without reading it. */
type Archived = Pick<ArchivedObject, 'sha256' | 'bytes'>

/** The objects of the newest backup, whose bytes need not be read again. */
async function knownObjects(
  { backups, print }: BackupOptions,
  damaged: readonly string[],
): Promise<ReadonlyMap<string, Archived>> {
  const newest = (await listBackups(backups)).at(-1)
  const manifest = newest && (await readManifest(path.join(backups, newest)).catch(ignoreDamage(print)))
  const known = new Map<string, Archived>()
  for (const archived of manifest ? manifest.objects : []) {
    const { sha256, bytes } = archived
    const file = blobFile(backups, sha256)
    if ((await sizeOf(file)) === bytes && !damaged.includes(file)) known.set(stateOf(archived), { sha256, bytes })
  }
  return known
}

/** A damaged backup must not prevent the next one. */
const ignoreDamage = (print: BackupOptions['print']) => (error: unknown) => {
  if (!(error instanceof BackupError)) throw error
  print(`  ${error.message} All objects are read again.`)
  return undefined
}

/** The files of all backups' objects whose content is not what their name says. */
async function damagedBlobs(backups: string): Promise<readonly string[]> {
  const damaged: string[] = []
  const folder = path.join(backups, 'objects')
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])) {
    const file = path.join(entry.parentPath, entry.name)
    if (entry.isFile() && /^[0-9a-f]{64}$/.test(entry.name) && (await sha256OfFile(file)) !== entry.name)
      damaged.push(file)
  }
  return damaged
}

const sizeOf = async (file: string) => (await stat(file).catch(() => undefined))?.size

async function archiveObject(source: Source, backups: string, original: StoredObject) {
  const bytes = await source.read(original)
  if (!bytes) return undefined
  const name = sha256(bytes)
  const file = blobFile(backups, name)
  if ((await sizeOf(file)) !== bytes.length || (await sha256OfFile(file)) !== name) {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
    // Objects with equal bytes may be written at the same time.
    const partial = `${file}.${randomUUID()}.new`
    await writeFile(partial, bytes, { mode: 0o600, flush: true })
    await rename(partial, file)
  }
  return { sha256: name, bytes: bytes.length }
}

const secretsName = 'secrets.json'

/**
 * Gives a new data folder the secrets of the backed-up one, so that its keys stay valid.
 * @param keeps keeps other secrets that the folder has
 * @throws BackupError if it has others
 */
export async function restoreSecrets(folder: string, to: string, keeps: boolean): Promise<void> {
  const archived = path.join(folder, secretsName)
  if (!existsSync(archived)) return
  if (existsSync(to)) {
    if (keeps || (await readFile(to)).equals(await readFile(archived))) return
    throw new BackupError(
      `${archived} differs from ${to}. Stop the server, copy the first over the second, and start the server if its database is PostgreSQL. Then restore again. Or add --keep-secrets: then the API keys, signed URLs and push messages of the backed-up market are no longer valid.`,
    )
  }
  await mkdir(path.dirname(to), { recursive: true, mode: 0o700 })
  // Renamed once complete, so that a crash leaves no partial file.
  await writeFile(`${to}.new`, await readFile(archived), { mode: 0o600 })
  await rename(`${to}.new`, to)
}

/** Reads a backup as a source. @throws BackupError if it is incomplete or damaged */
export async function openBackup(folder: string): Promise<Source> {
  const { objects, ...content } = await readManifest(folder)
  // Before anything is written, so that a damaged backup does not leave half of a market.
  const checksums = await readChecksums(folder)
  for (const table of content.tables) await requireWhole(folder, rowsName(table), checksums)
  if (existsSync(path.join(folder, secretsName))) await requireWhole(folder, secretsName, checksums)
  const archivedOf = new Map(objects.map((archived) => [keyOf(archived), archived]))
  return {
    ...content,
    objects,
    hasStorage: true,
    rows: (table) => readRows(rowsFile(folder, table)),
    async read(wanted) {
      const archived = archivedOf.get(keyOf(wanted))
      if (!archived) return undefined
      const file = blobFile(path.dirname(path.resolve(folder)), archived.sha256)
      const bytes = await readFile(file).catch((cause: unknown) => {
        throw new ObjectError(`The copy of ${keyOf(wanted)} cannot be read: ${file}`, { cause })
      })
      if (sha256(bytes) !== archived.sha256) throw new ObjectError(`The copy of ${keyOf(wanted)} is damaged: ${file}`)
      return bytes
    },
  }
}

async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(manifestFile(folder), 'utf8').catch(unreadable(folder, manifestName))
  await requireWhole(folder, manifestName, await readChecksums(folder))
  const parsed = manifest.safeParse(JSON.parse(text))
  if (!parsed.success) throw new BackupError(`${folder} cannot be read: ${z.prettifyError(parsed.error)}`)
  return parsed.data
}

const batchRows = 500

async function* readRows(file: string): AsyncGenerator<readonly Row[]> {
  let batch: Row[] = []
  for await (const line of linesOf(file)) {
    batch.push(JSON.parse(line) as Row)
    if (batch.length < batchRows) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** Node's readline would also split at U+2028, which JSON does not escape. */
async function* linesOf(file: string): AsyncGenerator<string> {
  const input = createReadStream(file)
  const text = createGunzip().setEncoding('utf8')
  input.on('error', (error) => text.destroy(error))
  let rest = ''
  for await (const chunk of input.pipe(text)) {
    const lines = (rest + String(chunk)).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

const namePattern = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/

/** Names of complete backups, oldest first. */
export async function listBackups(backups: string): Promise<readonly string[]> {
  const entries = await readdir(backups).catch(() => [])
  return entries.filter((name) => namePattern.test(name) && existsSync(manifestFile(path.join(backups, name)))).sort()
}

/** How many accounts a backup has. 0 if it is damaged. */
async function accountsOf(folder: string): Promise<number> {
  const manifest = await readManifest(folder).catch(() => undefined)
  return manifest?.tables.find(({ name }) => name === 'auth.users')?.digest.rows ?? 0
}

/** The name of a backup taken at a time. */
export const backupName = (at: Date) => `${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z`

/**
 * Removes all but the newest `keep` backups, incomplete ones, and objects that no backup has.
 * @returns the removed names
 * @throws BackupError if the newest one is of a market that has lost most of its accounts: the older ones may be all that is left
 */
export async function removeOldBackups(backups: string, keep: number): Promise<readonly string[]> {
  const complete = await listBackups(backups)
  const accounts = await Promise.all(complete.map((name) => accountsOf(path.join(backups, name))))
  const [newest = 0, most = 0] = [accounts.at(-1), Math.max(...accounts)]
  if (newest < most / 2)
    throw new BackupError(
      `The newest backup has ${newest} accounts, and an older one ${most}. No backup was removed. Check DATA_DIR and DATABASE_URL. If this is right, remove the older backups yourself.`,
    )
  const kept = complete.slice(-keep)
  const removed = (await readdir(backups)).filter((name) => namePattern.test(name) && !kept.includes(name))
  // The manifest first, because a backup without it is incomplete.
  for (const name of removed) {
    await rm(manifestFile(path.join(backups, name)), { force: true })
    await rm(path.join(backups, name), { recursive: true })
  }
  const used = new Set<string>()
  for (const name of kept)
    for (const { sha256 } of (await readManifest(path.join(backups, name))).objects) used.add(sha256)
  const folder = path.join(backups, 'objects')
  for (const part of await readdir(folder).catch(() => []))
    for (const name of await readdir(path.join(folder, part)))
      if (!used.has(name)) await rm(path.join(folder, part, name))
  return removed
}
