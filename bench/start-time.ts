/** Time of a second `npm start`, with packages, build, migrations and sample catalogue in place. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startServer } from '../tests/harness.ts'
import { median } from './traffic/statistics.ts'

const goalSeconds = 3

export async function startTime(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tuckbox-bench-'))
  const dataDir = path.join(folder, 'data')
  await (await startServer({ dataDir, env: { SAMPLE_DATA: '1' } })).stop()
  const times: number[] = []
  for (let round = 0; round < 5; round += 1) times.push(await start(dataDir))
  rmSync(folder, { recursive: true, force: true })
  const seconds = median(times)
  console.log(
    `npm start, second time: ${seconds.toFixed(2)} s (goal under ${goalSeconds}) ${seconds < goalSeconds ? 'reached' : 'MISSED'}`,
  )
}

/** Seconds from `npm start` to its announcement. */
function start(dataDir: string): Promise<number> {
  const began = performance.now()
  const child = spawn('npm', ['start'], {
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir, SAMPLE_DATA: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`npm start exited with code ${code}`)))
    child.stdout.on('data', (chunk: Buffer) => {
      if (!String(chunk).includes('open at')) return
      const seconds = (performance.now() - began) / 1_000
      child.removeAllListeners('exit')
      child.once('exit', () => resolve(seconds))
      // The process group: npm and its children.
      if (child.pid) process.kill(-child.pid, 'SIGTERM')
    })
  })
}
