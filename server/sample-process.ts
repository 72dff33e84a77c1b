/** The process that loads the sample catalogue; see sample.ts. */
import path from 'node:path'
import { loadSample } from '../supabase/sample/load.ts'
import { createBackendClient } from './backend-client.ts'
import type { SampleRequest } from './sample.ts'

process.once('message', (request: SampleRequest) => {
  const supabase = createBackendClient(request.url, request.serviceKey, globalThis.fetch)
  // A cache for all databases of this machine, because composing pictures is slow.
  const pictureCache = path.resolve('node_modules/.cache/tuckbox-pictures')
  loadSample({ supabase, log: (message) => console.error(message), pictureCache }).then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
