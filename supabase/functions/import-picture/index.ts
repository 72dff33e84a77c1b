/** `{ address }` of a picture -> `{ path }` of its copy in the caller's folder. Used by the product form. */
import { z } from 'zod'
import { readBody } from '../_shared/body.ts'
import { check, openServiceClient, openTokenClient, requireMember } from '../_shared/database.ts'
import { fetchPicture, PictureError } from '../_shared/fetch-picture.ts'
import { json, Refusal, serve } from '../_shared/responses.ts'
import { readSettings } from '../_shared/settings.ts'
import { storePicture } from '../_shared/store-picture.ts'

const bodySchema = z.object({ address: z.string().max(2048) })

serve(['POST'], async (request) => {
  const settings = readSettings()
  const member = await requireMember(request, openServiceClient(settings))
  const token = (request.headers.get('authorization') ?? '').replace(/^bearer\s+/i, '')
  const client = openTokenClient(settings, token)
  const { address } = await readBody(request, bodySchema)
  check(await client.rpc('count_picture_fetch'))
  try {
    return json({ path: await storePicture(client, 'product_images', member.id, await fetchPicture(address)) })
  } catch (error) {
    if (error instanceof PictureError) throw new Refusal(422, 'picture', error.message)
    throw error
  }
})
