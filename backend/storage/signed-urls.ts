/** Signed URLs: temporary access without an account, to read one or more objects or to upload one. */
import { z } from 'zod'
import { type Endpoint, ownerOf, requireCaller, sessionOf } from './context.ts'
import { download, signedUrlAccess } from './download.ts'
import { noSuchBucket } from './errors.ts'
import { readJson } from './json-body.ts'
import { checkWrite, findInBucket, findKeys, findObject } from './object-rows.ts'
import { draftOf } from './upload.ts'

const expiresIn = z
  .number()
  .int()
  .min(1)
  .max(10 * 365 * 24 * 60 * 60)
const transformSchema = z.record(
  z.enum(['width', 'height', 'resize', 'quality', 'format']),
  z.union([z.string().max(20), z.number()]).optional(),
)
const oneSchema = z.object({ expiresIn, transform: transformSchema.optional() })
const manySchema = z.object({ expiresIn, paths: z.array(z.string().min(1)).min(1).max(500) })

/** Not percent-encoded, as on Supabase, because storage-js encodes the whole URL. Only `?` is, which would end the path. */
const signedUrlPath = (route: string, bucket: string, key: string, token: string) =>
  `${route}/${`${bucket}/${key}`.replaceAll('?', '%3F')}?token=${token}`

export const createSignedUrl: Endpoint = async ({ database, signer }, { request, caller, bucket, key }) => {
  const { expiresIn: seconds, transform } = await readJson(request, oneSchema)
  const { claims } = requireCaller(caller)
  await findObject(database, { bucket, key }, sessionOf(caller))
  const transformation = new URLSearchParams(
    Object.entries(transform ?? {}).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  ).toString()
  const token = await signer.signRead({ bucket, key }, claims, seconds, transformation)
  const route = transformation === '' ? '/object/sign' : '/render/image/sign'
  return Response.json({ signedURL: signedUrlPath(route, bucket, key, token) })
}

export const createSignedUrls: Endpoint = async ({ database, signer }, { request, caller, bucket }) => {
  const { expiresIn: seconds, paths } = await readJson(request, manySchema)
  const { claims } = requireCaller(caller)
  const storableNames = paths.filter((path) => !path.includes('\0'))
  const found = await findKeys(database, bucket, storableNames, sessionOf(caller))
  const links = paths.map(async (path) => {
    if (!found.has(path)) {
      return { error: 'Either the object does not exist or you do not have access to it', path, signedURL: null }
    }
    const token = await signer.signRead({ bucket, key: path }, claims, seconds)
    return { error: null, path, signedURL: signedUrlPath('/object/sign', bucket, path, token) }
  })
  return Response.json(await Promise.all(links))
}

export const downloadBySignedUrl: Endpoint = async (context, call) => {
  const grant = await context.signer.verifyRead(call.query.get('token') ?? '', call)
  return download(signedUrlAccess(grant))(context, call)
}

/** The policies are checked now and at the upload, for the caller, who becomes the owner of the uploaded object. */
export const createSignedUploadUrl: Endpoint = async ({ database, signer }, { request, caller, bucket, key }) => {
  const isUpsert = request.headers.get('x-upsert') === 'true'
  const owner = ownerOf(caller)
  const draft = draftOf({ bucket, key }, owner)
  if ((await findInBucket(database, { bucket, key })) === null) throw noSuchBucket()
  await checkWrite(database, isUpsert ? 'upsert' : 'insert', draft, sessionOf(caller))
  const token = await signer.signUpload({ bucket, key }, requireCaller(caller).claims, { owner, isUpsert })
  return Response.json({ url: signedUrlPath('/object/upload/sign', bucket, key, token), token })
}
