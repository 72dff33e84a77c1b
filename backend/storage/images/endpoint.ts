/** `/render/image/...`: an image object in another size or format. */
import { createHash } from 'node:crypto'
import type { Call, Endpoint } from '../context.ts'
import { type Access, representationOf, signedUrlAccess, withCurrentRow } from '../download.ts'
import { invalidMimeType } from '../errors.ts'
import type { ObjectRow } from '../object-rows.ts'
import { serve, unmodified } from '../serve.ts'
import { nameOf, readRendition } from './parameters.ts'
import { isRenderable } from './probe.ts'

export const renderImage =
  (access: Access): Endpoint =>
  (context, call) =>
    withCurrentRow(
      () => access.find(context, call),
      (row) => respond(context, call, row, access, call.query),
    )

/** The token fixes the transformation, so that a signed URL cannot request others. */
export const renderBySignedUrl: Endpoint = async (context, call) => {
  const grant = await context.signer.verifyRead(call.query.get('token') ?? '', call)
  const access = signedUrlAccess(grant)
  return withCurrentRow(
    () => access.find(context, call),
    (row) => respond(context, call, row, access, new URLSearchParams(grant.transform)),
  )
}

async function respond(
  { renderer }: Parameters<Endpoint>[0],
  { request, query }: Call,
  row: ObjectRow,
  access: Access,
  parameters: URLSearchParams,
): Promise<Response | null> {
  const original = representationOf(row, access)
  if (original === null) return null
  if (!isRenderable(original.contentType)) throw invalidMimeType(original.contentType)

  const accept = request.headers.get('accept') ?? ''
  const { rendition, transformations } = readRendition(parameters, accept, original.contentType)
  const picture = {
    ...original,
    contentType: `image/${rendition.format}`,
    eTag: `"${createHash('sha256')
      .update(`${original.version}/${nameOf(rendition)}`)
      .digest('hex')
      .slice(0, 32)}"`,
    headers: { Vary: 'Accept', 'X-Transformations': transformations },
  }
  const download = query.get('download')
  const known = unmodified(request, picture, download)
  if (known !== null) return known
  const bytes = await renderer.render(original.version, rendition)
  if (bytes === null) return null
  return serve(request, { ...picture, size: bytes.length }, download, async (range) =>
    range === undefined ? bytes : bytes.slice(range.start, range.end + 1),
  )
}
