/**
 * Imported by a server that the test files of a worker share. It exits with the worker, however that ends, and removes its data folder:
 * its standard input is a pipe from the worker's thread.
 */
import { rmSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

// Node imports this file in the threads and child processes of the server too. The tests' own process is the parent of none of them.
if (isMainThread && process.env.TEST_PROCESS === String(process.ppid)) {
  process.on('exit', () =>
    rmSync(process.env.DATA_DIR ?? '', { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }),
  )
  process.stdin.on('end', () => process.exit()).on('error', () => process.exit())
  process.stdin.resume().unref()
}
