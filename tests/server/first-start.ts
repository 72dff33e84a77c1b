/** A server that starts with an empty database and loads the sample catalogue: it answers long before it is ready. */
import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort, jwtSecret } from '../harness.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface StartingServer {
  readonly url: string
  /** The answer of GET /ready as `STATUS BODY`, once it is as expected. By default that is any but the one before the database is open. */
  ready(isExpected?: (text: string) => boolean): Promise<string>
  stop(signal: NodeJS.Signals): Promise<void>
}

/** Does not wait for the server, whose port must be known before it is ready. */
export async function startFirst(dataDir: string, databaseUrl: string): Promise<StartingServer> {
  let port = await freePort()
  let launches = 0
  const launch = () => {
    launches += 1
    return spawn(process.execPath, [path.join(root, 'build/server/main.js')], {
      cwd: root,
      stdio: 'ignore',
      env: {
        ...process.env,
        PORT: String(port),
        DATA_DIR: dataDir,
        DATABASE_URL: databaseUrl,
        SAMPLE_DATA: '1',
        JWT_SECRET: jwtSecret,
      },
    })
  }
  let server: ChildProcess = launch()
  const url = () => `http://127.0.0.1:${port}`
  return {
    get url() {
      return url()
    },
    async ready(isExpected = (text) => !text.includes('The server is starting')) {
      for (;;) {
        if (server.exitCode !== null) {
          // Another process took the port first, but not three times.
          if (launches === 3) throw new Error(`The server exited with code ${server.exitCode}`)
          port = await freePort()
          server = launch()
        }
        const response = await fetch(`${url()}/ready`).catch(() => undefined)
        const text = response && `${response.status} ${await response.text()}`
        if (text && isExpected(text)) return text
        await delay(10)
      }
    },
    async stop(signal) {
      const exited = new Promise((resolve) => server.once('exit', resolve))
      server.kill(signal)
      await exited
    },
  }
}

export const loading = '503 {"status":"the sample catalogue is being loaded"}'
