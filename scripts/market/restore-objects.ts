/** Brings back the files of objects from a backup, without the rows. */
import { compareObjects, MoveError, type MoveOptions, withoutStorage } from './move.ts'
import {
  attempt,
  finishObjects,
  inBatches,
  isCopied,
  objectsOf,
  readObject,
  type StorageApi,
  type StoredObject,
  sha256,
  writeObject,
} from './objects.ts'
import { requireOwnStorage, requireStorage } from './place.ts'
import { readMarket } from './tables.ts'

/**
 * Writes the bytes again of objects that the target has lost or damaged. All rows stay as they are, so an object that has another row
 * than in the source is left alone.
 * @throws MoveError, PlaceError, DatabaseError
 */
export async function restoreObjects({ from, to, isDryRun, print }: Omit<MoveOptions, 'replaces' | 'finishes'>) {
  await requireStorage(to, 'target')
  const { storage, database } = to
  if (!storage) throw withoutStorage('target')
  if (!isDryRun) await requireOwnStorage(to)
  const missing = new Set((await compareObjects(from, to)).missing)
  const same = from.objects.filter((object) => !missing.has(object))
  const failures: string[] = []
  const written: StoredObject[] = []
  let lost = 0
  const restore = async (object: StoredObject) => {
    const original = await from.read(object)
    if (!original || (await hasBytes(storage, object, original))) return
    lost += 1
    if (isDryRun) return
    // A member may have replaced or removed it since.
    const [now] = await readMarket(database, (tx) => objectsOf(tx, object))
    if (!isCopied(object, now)) return
    await writeObject(storage, object, original)
    written.push(object)
  }
  await inBatches(
    same,
    (object) => attempt(failures, () => restore(object)),
    async (_, done) => {
      await finishObjects(database, written.splice(0))
      print(`  ${done} of ${same.length} objects`)
    },
  )
  print(`${lost} of ${same.length} objects were lost or damaged. ${missing.size} have another row and were left alone.`)
  if (failures.length > 0)
    throw new MoveError([`${failures.length} objects could not be restored:`, ...failures].join('\n  '))
}

/** Whether the storage has these bytes. One that it cannot read is lost. */
async function hasBytes(storage: StorageApi, object: StoredObject, bytes: Uint8Array): Promise<boolean> {
  const failures: string[] = []
  const copy = await attempt(failures, () => readObject(storage, object))
  return copy !== undefined && sha256(copy) === sha256(bytes)
}
