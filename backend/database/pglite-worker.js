/**
 * The thread that PGlite lives in: bytes of the PostgreSQL protocol in, bytes out, one message at a time. It knows nothing of
 * statements, so that the main thread can end it at any moment. JavaScript, because Node 20 starts no thread from TypeScript.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { pgcrypto } from '@electric-sql/pglite/contrib/pgcrypto'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'

if (!parentPort) throw new Error('pglite-worker runs in a worker thread only')
const port = parentPort

const database = await PGlite.create({ dataDir: workerData.dataDir, extensions: { pg_trgm, pgcrypto, unaccent } })

port.on('message', (/** @type {Uint8Array | 'close'} */ request) => {
  if (request === 'close') {
    void database.close().then(() => port.postMessage('closed'))
    return
  }
  Atomics.add(workerData.begun, 0, 1)
  const reply = database.execProtocolRawSync(request)
  // A copy: the reply is a view of PGlite's memory, which the next message overwrites.
  const bytes = new Uint8Array(reply)
  port.postMessage(bytes, [bytes.buffer])
})
port.postMessage('open')
