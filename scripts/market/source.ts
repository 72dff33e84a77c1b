/** What a market consists of, read from an open place or from a backup. */
import { type Bucket, bucketsOf, keyOf, ObjectError, objectsOf, readObject, type StoredObject } from './objects.ts'
import { type Place, PlaceError, requireStorage } from './place.ts'
import {
  type Digest,
  digestOf,
  type Row,
  readMarket,
  rowsOf,
  type Sequence,
  sequencesOf,
  type Table,
  tablesOf,
  versionsOf,
} from './tables.ts'

export interface SourceTable extends Table {
  readonly digest: Digest
}

export interface Source {
  /** The versions of the applied migrations. */
  readonly versions: readonly string[]
  readonly tables: readonly SourceTable[]
  readonly sequences: readonly Sequence[]
  readonly buckets: readonly Bucket[]
  readonly objects: readonly StoredObject[]
  /** Whether the bytes of the objects can be read. */
  readonly hasStorage: boolean
  /** Batches of rows, with the cells in the order of the table's columns. */
  rows(table: Table): AsyncIterable<readonly Row[]>
  /** Undefined if the object was removed meanwhile. @throws ObjectError */
  read(object: StoredObject): Promise<Uint8Array | undefined>
}

/** Calls `work` with one snapshot of the rows. Objects are read when `work` asks for them. @throws PlaceError */
export async function withSource<T>(place: Place, work: (source: Source) => Promise<T>): Promise<T> {
  await requireStorage(place, 'source')
  return readMarket(place.database, async (tx) => {
    const tables: SourceTable[] = []
    for (const table of await tablesOf(tx)) tables.push({ ...table, digest: await digestOf(tx, table) })
    return work({
      versions: await versionsOf(tx),
      tables,
      sequences: await sequencesOf(tx),
      buckets: await bucketsOf(tx),
      objects: await objectsOf(tx),
      hasStorage: place.storage !== undefined,
      rows: (table) => rowsOf(tx, table),
      read: (object) => readFrom(place, object),
    })
  })
}

async function readFrom({ storage, hasObject }: Place, object: StoredObject): Promise<Uint8Array | undefined> {
  if (!storage) throw new PlaceError('The objects need the storage API of the source: its URL and its service key.')
  const bytes = await readObject(storage, object)
  if (!bytes && (await hasObject(object)))
    throw new ObjectError(`${keyOf(object)} is missing in the storage, and its row exists.`)
  return bytes
}
