/**
 * PGlite's worker thread: protocol bytes in, protocol bytes out, one message at a time. It has no state of its own, so that the main
 * thread can terminate it at any moment. JavaScript, because Node 20 cannot start a thread from TypeScript.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { pgcrypto } from '@electric-sql/pglite/contrib/pgcrypto'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'

if (!parentPort) throw new Error('pglite-worker runs in a worker thread only')
const port = parentPort

// A quarter of PGlite's default: the operating system caches the files, and WebAssembly never returns memory.
const memoryParams = ['-c', 'shared_buffers=32MB', '-c', 'maintenance_work_mem=16MB']
// Template folders: the write-ahead log would be half of the size, so segments have 1 MB instead of 16 and are not kept.
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
// PGlite loads libraries on first use. When that happens in a function's query, the whole reply may be lost.
await database.exec(`load '$libdir/pg_trgm'; load '$libdir/pgcrypto'; load '$libdir/unaccent'`)

/** @typedef {{ _PostgresMainLoopOnce(): void }} Main PGlite calls it for each frame of a message */
const { mod } = /** @type {{ mod: Main }} */ (/** @type {unknown} */ (database))
const handleFrame = mod._PostgresMainLoopOnce
/** Unprocessed frames of the current message. */
let framesLeft = 0

mod._PostgresMainLoopOnce = () => {
  try {
    handleFrame()
  } catch (error) {
    if (isPostgresError(error)) throw error
    // WebAssembly itself trapped during a statement (seen on busy machines: a 'function signature mismatch' in pg_trgm, caused by V8).
    // PGlite would continue with the next frame and commit a half-done statement, so the thread exits.
    // Only the last frame commits: before it, the message counts as not started and is sent again.
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
  // Synchronous. Unlike execProtocolRaw it does not parse the reply and keep the result, which leaks twice the size of every reply.
  // Each chunk is a view of PGlite's memory, which the next chunk overwrites.
  void database.execProtocolRawStream(request, { syncToFs: false, onRawData: (bytes) => chunks.push(bytes.slice()) })
  const reply = concat(chunks)
  port.postMessage(reply, [reply.buffer])
})
port.postMessage('open')

/** PostgreSQL raises errors by leaving WebAssembly with this status; PGlite handles them. @param {unknown} error */
function isPostgresError(error) {
  return typeof error === 'object' && error !== null && 'status' in error && error.status === 100
}

/** A frame is a type byte and a length that includes itself. @param {Uint8Array} message */
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
