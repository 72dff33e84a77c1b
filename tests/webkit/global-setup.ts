/** Starts the server as for the other browser tests, a virtual screen, and WebKitWebDriver of Debian's `webkit2gtk-driver`. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import startServer from '../e2e/global-setup.ts'
import { freePort } from '../harness.ts'

export default async function start(): Promise<() => Promise<void>> {
  const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await started(screen, 'xvfb')
  const [display] = await Promise.race([once(screen.stdout, 'data'), once(screen, 'exit')])
  if (screen.exitCode !== null) throw new Error('Xvfb did not start')
  const port = await freePort()
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: `:${String(display).trim()}` },
  })
  await started(driver, 'webkit2gtk-driver')
  process.env.WEBDRIVER_URL = `http://127.0.0.1:${port}`
  await untilReady(process.env.WEBDRIVER_URL)
  return startServer()
}

/** Ends the program with this process, also if something fails meanwhile. */
async function started(child: ChildProcess, debianPackage: string): Promise<void> {
  process.once('exit', () => child.kill())
  try {
    await once(child, 'spawn')
  } catch (cause) {
    throw new Error(`apt-get install ${debianPackage} first`, { cause })
  }
}

async function untilReady(url: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const response = await fetch(`${url}/status`).catch(() => undefined)
    if (response?.ok) return
    await sleep(100)
  }
  throw new Error('WebKitWebDriver did not start')
}
