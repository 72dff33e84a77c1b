/** Starts the generator as a child process and runs loads on it. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { TrafficMarket } from './market.ts'
import type { FromGenerator, ToGenerator } from './messages.ts'
import type { Window } from './open-loop.ts'
import { requireLoopback } from './transport.ts'

export interface Generator {
  readonly pid: number
  /** Resolves when the load has ended and everybody has an answer. @param onWindow called soon after the end of each window */
  run(load: Load, onWindow?: (window: Window) => void): Promise<Window[]>
  /** Sockets that had to connect again so far. */
  reconnects(): number
  stop(): Promise<void>
}

interface Load {
  readonly ratePerSecond: number
  readonly seconds: number
  readonly windowSeconds: number
}

/** More than a server in trouble answers in a second, and few enough for the memory and sockets of the generator. */
const usualInFlight = 1_000
/** Of random numbers, so that runs are alike. */
const seed = 1

export async function startGenerator(market: TrafficMarket, maxInFlight = usualInFlight): Promise<Generator> {
  requireLoopback(market.url)
  const program = fileURLToPath(new URL('generator.ts', import.meta.url))
  const child = fork(program, { execArgv: ['--import', 'tsx'] })
  let reconnects = 0
  const tell = (message: ToGenerator) => child.send(message)

  /** Resolves at the given message. */
  const until = (kind: FromGenerator['kind'], onWindow: (window: Window) => void = () => {}): Promise<void> =>
    new Promise((resolve, reject) => {
      const settle = (end: () => void) => {
        child.off('message', onMessage)
        child.off('exit', onExit)
        end()
      }
      const onExit = (code: number | null) => settle(() => reject(new Error(`The generator ended with ${code}`)))
      const onMessage = (message: FromGenerator) => {
        if (message.kind === 'failed') settle(() => reject(new Error(message.reason)))
        if (message.kind === 'window') onWindow(message.window)
        if (message.kind === 'finished') reconnects = message.reconnects
        if (message.kind === kind) settle(resolve)
      }
      child.on('message', onMessage)
      child.on('exit', onExit)
    })

  const opened = until('opened')
  tell({ kind: 'open', market, seed, maxInFlight })
  await opened.catch((error: unknown) => {
    child.disconnect()
    throw error
  })
  return {
    pid: child.pid ?? 0,
    async run(load, onWindow) {
      const windows: Window[] = []
      const finished = until('finished', (window) => {
        windows.push(window)
        onWindow?.(window)
      })
      tell({ kind: 'run', ...load })
      await finished
      return windows
    },
    reconnects: () => reconnects,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exited = once(child, 'exit')
      child.disconnect()
      await exited
    },
  }
}
