/** POST /snapshot: copies the embedded database for `npm run backup`. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { type Backend, DataFolderError } from '#backend'

/** @returns 401 without the service key, 404 without an embedded database, 409 while another backup reads the last copy */
export function createSnapshots(
  backend: Pick<Backend, 'keys' | 'snapshot'> | undefined,
): (request: Request) => Promise<Response> {
  let running: Promise<string> | undefined
  return async (request) => {
    if (!backend || !isKey(request.headers.get('authorization'), backend.keys.serviceKey))
      return Response.json({ message: 'The service key is required.' }, { status: 401 })
    if (!backend.snapshot) return Response.json({ message: 'There is no embedded database.' }, { status: 404 })
    if (running) return Response.json({ message: 'A snapshot is being taken.' }, { status: 409 })
    running = backend.snapshot()
    try {
      return Response.json({ folder: await running })
    } catch (error) {
      if (error instanceof DataFolderError) return Response.json({ message: error.message }, { status: 409 })
      throw error
    } finally {
      running = undefined
    }
  }
}

function isKey(authorization: string | null, key: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${key}`))
}
