/** `{ address }` of a picture -> `{ path }` of its copy in the caller's folder: what a seller types into the form of a product. */
import { z } from 'zod'
import { json, Refusal, serve } from '../_shared/answers.ts'
import { readBody } from '../_shared/body.ts'
import { check, openAs, openService, personAsking } from '../_shared/database.ts'
import { fetchPicture, PictureProblem } from '../_shared/fetch-picture.ts'
import { keepPicture } from '../_shared/keep-picture.ts'
import { readSettings } from '../_shared/settings.ts'

const asked = z.object({ address: z.string().max(2048) })

serve(['POST'], async (request) => {
  const settings = readSettings()
  const person = await personAsking(request, openService(settings))
  const token = (request.headers.get('authorization') ?? '').replace(/^bearer\s+/i, '')
  const client = openAs(settings, token)
  const { address } = await readBody(request, asked)
  check(await client.rpc('count_picture_fetch'))
  try {
    return json({ path: await keepPicture(client, 'product_images', person.id, await fetchPicture(address)) })
  } catch (error) {
    if (error instanceof PictureProblem) throw new Refusal(422, 'picture', error.message)
    throw error
  }
})
