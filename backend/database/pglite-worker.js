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

// A quarter of PGlite's default: the operating system caches the files anyway, and what WebAssembly once took it never gives back.
const memoryParams = ['-c', 'shared_buffers=32MB', '-c', 'maintenance_work_mem=16MB']
// The write-ahead log would be as much as all the rest: its segments have 1 MB instead of 16, and none is kept for later use.
const templateOptions = workerData.isTemplate
  ? { init: ['--wal-segsize=1'], start: ['-c', 'wal_recycle=off'] }
  : { init: [], start: [] }

const database = await PGlite.create({
  dataDir: workerData.dataDir,
  extensions: { pg_trgm, pgcrypto, unaccent },
  pgliteWasmModule: workerData.module,
  initDbStartParams: templateOptions.init,
  startParams: [...PGlite.defaultStartParams, ...memoryParams, ...templateOptions.start],
})
// PGlite links a library when it first needs it. Should that be within a function's query, the whole answer may be lost.
await database.exec(`load '$libdir/pg_trgm'; load '$libdir/pgcrypto'; load '$libdir/unaccent'`)

/** @typedef {{ _PostgresMainLoopOnce(): void }} Main what PGlite calls once for each frame of a message */
const { mod } = /** @type {{ mod: Main }} */ (/** @type {unknown} */ (database))
const handleFrame = mod._PostgresMainLoopOnce
/** Frames of the current message that have not been handled yet. */
let framesLeft = 0

mod._PostgresMainLoopOnce = () => {
  try {
    handleFrame()
  } catch (error) {
    if (isPostgresError(error)) throw error
    // WebAssembly itself stopped in the midst of a statement (seen on busy machines: a 'function signature mismatch' in pg_trgm, by
    // V8's doing). PGlite would go on with the next frame and commit what was half done, so nothing may run here any more.
    // Before its last frame, which commits, nothing of a message is done: it counts as not begun, and is sent again.
    if (framesLeft > 1) Atomics.sub(workerData.started, 0, 1)
    process.exit(1)
  } finally {
    framesLeft -= 1
  }
}

port.on('message', (/** @type {Uint8Array | 'close'} */ request) => {
  if (request === 'close') {
    void database.close().then(() => port.postMessage('closed'))
    return
  }
  Atomics.add(workerData.started, 0, 1)
  framesLeft = countFrames(request)
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const chunks = []
  // Runs to its end before it returns. Unlike execProtocolRaw it does not parse the reply as well and keep all it has parsed:
  // that leaks twice the size of every answer. Each chunk is a view of PGlite's memory, which the next one overwrites.
  void database.execProtocolRawStream(request, { syncToFs: false, onRawData: (bytes) => chunks.push(bytes.slice()) })
  const reply = concat(chunks)
  port.postMessage(reply, [reply.buffer])
})
port.postMessage('open')

/** PostgreSQL raises errors by leaving WebAssembly with this status; PGlite then enters it again to handle them. @param {unknown} error */
function isPostgresError(error) {
  return typeof error === 'object' && error !== null && 'status' in error && error.status === 100
}

/** Each frame is one letter and a length, which counts itself. @param {Uint8Array} message */
function countFrames(message) {
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength)
  let frames = 0
  for (let at = 0; at < message.length; at += 1 + view.getInt32(at + 1)) frames += 1
  return frames
}

/** @param {Uint8Array<ArrayBuffer>[]} chunks */
function concat(chunks) {
  const [only] = chunks
  if (chunks.length === 1 && only) return only
  const all = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0))
  let offset = 0
  for (const chunk of chunks) {
    all.set(chunk, offset)
    offset += chunk.length
  }
  return all
}
