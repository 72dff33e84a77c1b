/** What a market consists of, read from an open place or from a backup. */
import { type Bucket, bucketsOf, type ObjectContent, objectsOf, readObject, type StoredObject } from './objects.ts'
import type { Place } from './place.ts'
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
  /** Batches of rows, with the cells in the order of the table's columns. */
  rows(table: Table): AsyncIterable<readonly Row[]>
  /** Undefined if the object was removed meanwhile. @throws ObjectError */
  read(object: StoredObject): Promise<ObjectContent | undefined>
}

/** Calls `work` with one snapshot of the rows. Objects are read when `work` asks for them. */
export function withSource<T>(place: Place, work: (source: Source) => Promise<T>): Promise<T> {
  return readMarket(place.database, async (tx) => {
    const tables: SourceTable[] = []
    for (const table of await tablesOf(tx)) tables.push({ ...table, digest: await digestOf(tx, table) })
    return work({
      versions: await versionsOf(tx),
      tables,
      sequences: await sequencesOf(tx),
      buckets: await bucketsOf(tx),
      objects: await objectsOf(tx),
      rows: (table) => rowsOf(tx, table),
      read: (object) => readObject(place.storage, object),
    })
  })
}
