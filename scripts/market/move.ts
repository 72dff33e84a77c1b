/** Brings the market of a source to a place: accounts, rows, sequences, objects and jobs. It can be repeated at any time. */
import type { Transaction } from '../../backend/database/database.ts'
import { DatabaseError } from '../../backend/database/errors.ts'
import { currentVersions, readScripts } from '../../backend/database/scripts.ts'
import { release } from '../../backend/release.ts'
import {
  attempt,
  bucketsOf,
  createBucket,
  finishObjects,
  inBatches,
  isCopied,
  keyOf,
  objectsOf,
  removeObject,
  type StorageApi,
  type StoredObject,
  writeObject,
} from './objects.ts'
import { type Place, requireOwnStorage, requireStorage } from './place.ts'
import type { Source, SourceTable } from './source.ts'
import {
  type Digest,
  digestOf,
  isSame,
  type Row,
  readMarket,
  replaceRows,
  setSequences,
  type Table,
  tablesOf,
  versionsOf,
  writeMarket,
} from './tables.ts'

/** The market cannot be moved. The message says why, for the operator. */
export class MoveError extends Error {
  override readonly name = 'MoveError'
}

export interface MoveOptions {
  readonly from: Source
  readonly to: Place
  /** Only compares. */
  readonly isDryRun: boolean
  /** Deletes accounts of the target that the source does not have. */
  readonly replaces: boolean
  /** Schedules the jobs of the target. The source has stopped. */
  readonly finishes: boolean
  /** Ends all sessions and emailed links, because some of the source have ended since it was written. */
  readonly endsSessions?: boolean
  readonly print: (line: string) => void
}

interface Difference {
  readonly table: SourceTable
  /** The columns that both have, with the target's types. */
  readonly columns: Table['columns']
  readonly target: Digest
}

/** @throws MoveError, PlaceError, DatabaseError. Repeating the call continues. */
export async function move(options: MoveOptions): Promise<void> {
  const { from, to, isDryRun, finishes, print } = options
  await requireSameVersions(from, to)
  if (!options.replaces) await readMarket(to.database, (tx) => requireNoOtherAccounts(from, tx))
  await requireStorage(to, 'target')
  if (isDryRun) {
    await moveRows(options)
    await moveObjects(options)
    return
  }
  await requireStorages(from, to)
  await requireOwnStorage(to)
  // On the target, jobs would send emails and expire orders of a market that is still open elsewhere.
  await unscheduleJobs(to)
  const failures = await moveContents(options).catch((error: unknown) => {
    print('The jobs of the target are off. It sends no emails and expires no checkouts until this is run again.')
    throw error
  })
  print(
    finishes
      ? 'The jobs are scheduled.'
      : 'The jobs are not scheduled yet. Stop the source, and run this again with --finish.',
  )
  if (failures.length > 0)
    throw new MoveError(
      [`${failures.length} objects could not be copied or removed. Everything else was copied:`, ...failures].join(
        '\n  ',
      ),
    )
}

/** @returns why objects could not be copied or removed */
async function moveContents(options: MoveOptions): Promise<readonly string[]> {
  const { database } = options.to
  await moveRows(options)
  const failures = await moveObjects(options)
  await database.script('analyze')
  if (options.finishes) await database.run({ text: 'select private.schedule_jobs()', values: [] })
  return failures
}

async function requireSameVersions({ versions }: Source, to: Place): Promise<void> {
  const target = await readMarket(to.database, versionsOf)
  const missing = versions.filter((version) => !target.includes(version))
  const unknown = target.filter((version) => !versions.includes(version))
  if (missing.length > 0)
    throw new MoveError(`The target lacks the migrations ${missing.join(', ')}. Apply them first.`)
  if (unknown.length > 0)
    throw new MoveError(`The source lacks the migrations ${unknown.join(', ')}. Apply them first.`)
}

/** A source whose migrations are named as in this release, also those that one file has replaced since. */
export async function inThisRelease(source: Source, migrations: string): Promise<Source> {
  return { ...source, versions: currentVersions(await readScripts(migrations), source.versions) }
}

/**
 * Before a data folder is opened as the target, which migrates it to this release.
 * @param migrations the folder of this release's migrations
 * @throws MoveError
 */
export async function requireThisRelease({ versions }: Source, migrations: string): Promise<void> {
  const ours = (await readScripts(migrations)).map(({ version }) => version)
  const other =
    versions.find((version) => !ours.includes(version)) ?? ours.find((version) => !versions.includes(version))
  if (other !== undefined)
    throw new MoveError(
      `This is release ${release}, and the source was made by another one: migration ${other} is in only one of them. Nothing was changed. Use the release that made the source.`,
    )
}

async function requireNoOtherAccounts(from: Source, tx: Transaction): Promise<void> {
  const users = from.tables.find(({ name }) => name === 'auth.users')
  if (!users) throw new MoveError('The source has no accounts.')
  const id = users.columns.findIndex(({ name }) => name === 'id')
  const known = new Set<string | null | undefined>()
  for await (const rows of from.rows(users)) for (const row of rows) known.add(row[id])
  const { rows } = await tx.run({ text: 'select id from auth.users', values: [] })
  const others = rows.filter(([account]) => !known.has(account))
  if (others.length > 0)
    throw new MoveError(
      `The target has ${others.length} accounts that the source does not have. With --replace they are deleted, with everything of theirs.`,
    )
}

const unscheduleText = `select cron.unschedule(j.jobid) from cron.job j join private.jobs() p on p.name = j.jobname`

async function unscheduleJobs({ database }: Place): Promise<void> {
  const { rows } = await database.run({ text: `select to_regclass('cron.job') is not null`, values: [] })
  if (rows[0]?.[0] === 't') await database.run({ text: unscheduleText, values: [] })
}

/** Copies the tables that differ, in one transaction: half of a market is worse than none. */
async function moveRows(options: MoveOptions): Promise<void> {
  const { from, to, isDryRun, replaces, print } = options
  if (isDryRun) {
    for (const difference of await readMarket(to.database, (tx) => compare(options, tx)))
      printDifference(difference, print)
    return
  }
  await writeLocked(options, async (tx) => {
    // Again, because members may have joined before the tables were locked.
    if (!replaces) await requireNoOtherAccounts(from, tx)
    for (const difference of await compare(options, tx)) {
      const { table, columns } = difference
      printDifference(difference, print)
      const kept = { name: table.name, columns }
      await replaceRows(tx, kept, project(from.rows(table), table, columns))
      if (!isSame(await digestOf(tx, kept), table.digest))
        throw new MoveError(`${table.name} differs after it was copied.`)
    }
    await setSequences(tx, from.sequences)
    if (options.endsSessions) await endSessions(tx)
  })
}

/** With what is deleted with a session: its refresh tokens, and its devices that get push messages. */
async function endSessions(tx: Transaction): Promise<void> {
  // Foreign keys cascade in this role alone.
  await tx.run({ text: 'set local session_replication_role = origin', values: [] })
  for (const table of ['auth.sessions', 'auth.one_time_tokens', 'auth.flow_state'])
    await tx.run({ text: `delete from ${table}`, values: [] })
}

const printDifference = ({ table, target }: Difference, print: MoveOptions['print']) =>
  print(`  ${table.name}: ${target.rows} rows become ${table.digest.rows}`)

/** Shorter than PostgreSQL's deadlock_timeout of one second. So a member's transaction that waits for a locked table continues. */
const lockTimeout = '500ms'
const lockAttempts = 60

/**
 * Writes with the tables locked. Members still read, and their writes wait for the end. Otherwise an order that is placed meanwhile
 * would lose the rows that it has in tables which are yet to be replaced.
 * @throws MoveError, DatabaseError
 */
async function writeLocked({ from, to }: MoveOptions, work: (tx: Transaction) => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await writeMarket(to.database, async (tx) => {
        const theirs = (await tablesOf(tx)).map(({ name }) => name)
        const tables = theirs.filter((name) => from.tables.some((table) => table.name === name))
        await tx.run({ text: `set local lock_timeout = '${lockTimeout}'`, values: [] })
        await tx.run({ text: `lock table ${tables.join(', ')} in exclusive mode`, values: [] })
        await tx.run({ text: 'set local lock_timeout = 0', values: [] })
        await work(tx)
      })
    } catch (error) {
      if (!(error instanceof DatabaseError) || error.code !== '55P03') throw error
      if (attempt === lockAttempts)
        throw new MoveError('The tables of the target are in use. Close the site to visitors, and run this again.', {
          cause: error,
        })
    }
  }
}

async function compare({ from, print }: MoveOptions, tx: Transaction): Promise<readonly Difference[]> {
  const theirs = new Map((await tablesOf(tx)).map((table) => [table.name, table]))
  const differences: Difference[] = []
  for (const table of from.tables) {
    const other = theirs.get(table.name)
    if (!other && table.digest.rows > 0)
      throw new MoveError(`The target has no table ${table.name}, and the source has rows in it.`)
    if (!other) continue
    const columns = other.columns.filter(({ name }) => table.columns.some((column) => column.name === name))
    const target = await digestOf(tx, { name: table.name, columns })
    if (!isSame(table.digest, target)) differences.push({ table, columns, target })
  }
  const rows = differences.reduce((sum, { table }) => sum + table.digest.rows, 0)
  print(`${differences.length} tables differ. Together they have ${rows} rows.`)
  return differences
}

/** The cells of some columns. A column that the target lacks must be empty, or its values would be lost. */
async function* project(
  batches: AsyncIterable<readonly Row[]>,
  { name, columns }: Table,
  kept: Table['columns'],
): AsyncGenerator<readonly Row[]> {
  const places = kept.map((column) => columns.findIndex((other) => other.name === column.name))
  for await (const rows of batches) {
    for (const row of rows) {
      const lost = columns.find((_, n) => row[n] !== null && !places.includes(n))
      if (lost) throw new MoveError(`The target has no column ${name}.${lost.name}, and the source has values in it.`)
    }
    yield rows.map((row) => places.map((n) => row[n] ?? null))
  }
}

/** The objects that the target lacks, and those that only the target has. */
export async function compareObjects(from: Source, to: Place) {
  const copies = await readMarket(to.database, objectsOf)
  const [originalOf, copyOf] = [byKey(from.objects), byKey(copies)]
  return {
    missing: from.objects.filter((object) => !isCopied(object, copyOf.get(keyOf(object)))),
    removed: copies.filter((object) => !originalOf.has(keyOf(object))),
  }
}

/** Before anything changes. @throws MoveError */
async function requireStorages(from: Source, to: Place): Promise<void> {
  const { missing, removed } = await compareObjects(from, to)
  if (missing.length > 0 && !from.hasStorage) throw withoutStorage('source')
  if (missing.length + removed.length > 0 && !to.storage) throw withoutStorage('target')
}

export const withoutStorage = (side: 'source' | 'target') =>
  new MoveError(`The objects need the storage API of the ${side}: its URL and its service key.`)

/** @returns why objects could not be copied or removed: one that is damaged must not leave the market without its jobs */
async function moveObjects({ from, to, isDryRun, print }: MoveOptions): Promise<readonly string[]> {
  const { missing, removed } = await compareObjects(from, to)
  const bytes = missing.reduce((sum, object) => sum + object.bytes, 0)
  print(
    `${missing.length} objects differ. Together they have ${bytes} bytes. ${removed.length} objects are to be removed.`,
  )
  if (isDryRun || missing.length + removed.length === 0) return []
  const { storage } = to
  if (!storage) throw withoutStorage('target')
  await createBuckets(from, to, storage)
  const failures: string[] = []
  await inBatches(removed, (object) => attempt(failures, () => removeObject(storage, object)))
  const copied = new Set<StoredObject>()
  const copy = async (object: StoredObject) => {
    const bytes = await from.read(object)
    if (!bytes) return
    await writeObject(storage, object, bytes)
    copied.add(object)
  }
  await inBatches(
    missing,
    (object) => attempt(failures, () => copy(object)),
    async (batch, done) => {
      const written = batch.filter((object) => copied.has(object))
      for (const object of await finishObjects(to.database, written))
        failures.push(`${keyOf(object)} has no row in the target, although it was copied.`)
      print(`  ${done} of ${missing.length} objects`)
    },
  )
  return failures
}

async function createBuckets(from: Source, { database }: Place, storage: StorageApi): Promise<void> {
  const present = new Set((await readMarket(database, bucketsOf)).map(({ id }) => id))
  for (const bucket of from.buckets) if (!present.has(bucket.id)) await createBucket(storage, bucket)
}

const byKey = (objects: readonly StoredObject[]) => new Map(objects.map((object) => [keyOf(object), object]))
