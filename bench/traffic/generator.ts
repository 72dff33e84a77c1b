/** The process that puts the load on a server. It ends with the process that started it, and after each run it is idle. */
import { createRandom } from '../../tests/crash/random.ts'
import { createActions } from './actions.ts'
import { openListeners } from './listeners.ts'
import { marketSchema } from './market.ts'
import type { FromGenerator, ToGenerator } from './messages.ts'
import { createPick, mix } from './mix.ts'
import { type Action, runOpenLoop } from './open-loop.ts'
import { openTransport, requireLoopback } from './transport.ts'

interface Open {
  readonly choose: () => Action
  readonly reconnects: () => number
  readonly random: ReturnType<typeof createRandom>
  readonly maxInFlight: number
}

let open: Open | undefined
const tell = (message: FromGenerator) => process.send?.(message)

// Also when the benchmark was killed.
process.on('disconnect', () => process.exit(0))
process.on('message', (message: ToGenerator) => {
  obey(message).catch((error: unknown) => tell({ kind: 'failed', reason: String(error) }))
})

async function obey(message: ToGenerator): Promise<void> {
  if (message.kind === 'open') {
    open = await prepare(message)
    tell({ kind: 'opened' })
    return
  }
  if (!open) throw new Error('The generator knows no server yet')
  const { choose, random, maxInFlight, reconnects } = open
  const onWindow = (window: Parameters<Parameters<typeof runOpenLoop>[0]['onWindow']>[0]) =>
    tell({ kind: 'window', window })
  await runOpenLoop({ ...message, choose, random, maxInFlight, onWindow })
  tell({ kind: 'finished', reconnects: reconnects() })
}

async function prepare({ seed, maxInFlight, ...message }: Extract<ToGenerator, { kind: 'open' }>): Promise<Open> {
  const market = marketSchema.parse(message.market)
  requireLoopback(market.url)
  const random = createRandom(seed)
  const transport = openTransport(market.url)
  const listeners = await openListeners(market)
  const actions = await createActions({ market, transport, listeners, random })
  const pick = createPick(mix, random)
  const choose = () => {
    const kind = pick()
    return { kind, run: actions[kind] }
  }
  return { choose, random, maxInFlight, reconnects: listeners.reconnects }
}
