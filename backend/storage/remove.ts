/** Removes one or more objects. */
import { z } from 'zod'
import { type Endpoint, sessionOf } from './context.ts'
import { noSuchKey } from './errors.ts'
import { readJson } from './json-body.ts'
import { removeObjects } from './object-rows.ts'

const manySchema = z.object({ prefixes: z.array(z.string().min(1)).min(1).max(1000) })

/** DELETE with `prefixes`, which are full paths despite their name. Responds with the removed objects. */
export const removeMany: Endpoint = async ({ database, cleanup }, { request, caller, bucket }) => {
  const { prefixes } = await readJson(request, manySchema)
  // PostgreSQL's text cannot contain NUL, so no object has such a name.
  const keys = prefixes.filter((key) => !key.includes('\0'))
  const removed = await removeObjects(database, bucket, keys, sessionOf(caller))
  cleanup.removeDue()
  return Response.json(removed)
}

export const removeOne: Endpoint = async ({ database, cleanup }, { caller, bucket, key }) => {
  const removed = await removeObjects(database, bucket, [key], sessionOf(caller))
  if (removed.length === 0) throw noSuchKey()
  cleanup.removeDue()
  return Response.json({ message: 'Successfully deleted' })
}
