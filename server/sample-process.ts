/** The process that loads the sample catalogue; see sample.ts. */
import path from 'node:path'
import { loadSample } from '../supabase/sample/load.ts'
import { createBackendClient } from './backend-client.ts'
import type { SampleOrder } from './sample.ts'

process.once('message', (order: SampleOrder) => {
  const supabase = createBackendClient(order.url, order.serviceKey, globalThis.fetch)
  // Pictures are composed once on a machine, however many databases are filled.
  const pictureCache = path.resolve('node_modules/.cache/tuckbox-pictures')
  loadSample({ supabase, log: (message) => console.error(message), pictureCache }).then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
