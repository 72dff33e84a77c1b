/** Deletes rendered images. There is no CDN whose copies of the originals could be purged. */
import { findBucket } from './bucket-rows.ts'
import type { Endpoint } from './context.ts'
import { accessDenied } from './errors.ts'
import { findObject, versionsIn } from './object-rows.ts'

/** DELETE /cdn/BUCKET/PATH. */
export const purgeObject: Endpoint = async ({ database, renderer }, { caller, bucket, key }) => {
  if (caller?.role !== 'service_role') throw accessDenied('Access denied')
  const { version } = await findObject(database, { bucket, key })
  if (version !== null) await renderer.remove(version)
  return Response.json({ message: 'success' })
}

/** DELETE /cdn/BUCKET. */
export const purgeBucket: Endpoint = async ({ database, renderer }, { caller, bucket }) => {
  if (caller?.role !== 'service_role') throw accessDenied('Access denied')
  await findBucket(database, bucket)
  for (const version of await versionsIn(database, bucket)) await renderer.remove(version)
  return Response.json({ message: 'success' })
}
