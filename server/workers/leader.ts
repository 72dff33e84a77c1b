/** Leads several workers: starts them, replaces those that end or hang, and stops them all. */
import { fork } from 'node:child_process'
import type { Logger } from 'pino'
import { announce } from '../announce.ts'
import type { ServerConfig } from '../config.ts'
import { figuresOfAll, shared } from './figures.ts'
import { openFrontDoor } from './front-door.ts'
import { type ToLeader, type ToWorker, workerFlag } from './messages.ts'
import type { Worker } from './worker.ts'

export interface LeaderOptions {
  readonly config: ServerConfig
  readonly log: Logger
  /** The file that a worker runs. */
  readonly program: string
}

const pingMs = 5_000
/** A worker that is deaf for half a minute is held by something that does not end. */
const mostUnanswered = 6
/** Whoever lived shorter fell at the start, and would fall again at once. */
const soonMs = 10_000
const longestPauseMs = 30_000
/** Longer than workers give their requests. */
const stopMs = 20_000

/** @throws ListenError */
export async function leadWorkers({ config, log, program }: LeaderOptions): Promise<void> {
  const workers = new Set<Worker>()
  const door = await openFrontDoor(config, workers)
  let replaced = 0
  let fallenSoon = 0
  let isOpened = false
  let stopping = false

  const gatherFigures = shared(() => {
    const open = [...workers].filter(({ isOpen }) => isOpen)
    return figuresOfAll(open, { workers: open.length, replaced })
  })

  const tellServing = () => {
    const serving = [...workers].filter(({ isOpen }) => isOpen).length
    for (const worker of workers) tell(worker, { kind: 'serving', workers: serving })
  }

  const obey = (worker: Worker, said: ToLeader) => {
    worker.unanswered = 0
    switch (said.kind) {
      case 'open':
      case 'closing':
        worker.isOpen = said.kind === 'open'
        door.handWaiting()
        return tellServing()
      case 'ready':
        worker.isReady = true
        fallenSoon = 0
        return comeUp()
      case 'took':
        return door.took(worker, said.id)
      case 'has':
        worker.connections = said.connections
        return
      case 'figures of all wanted':
        gatherFigures().then(
          (text) => tell(worker, { kind: 'figures of all', id: said.id, text }),
          (error: unknown) => log.error({ err: error }, 'the figures of the workers could not be gathered'),
        )
        return
      case 'figures':
      case 'pong':
    }
  }

  const start = ({ isFirst }: { isFirst: boolean }) => {
    const child = fork(program, [workerFlag])
    const worker: Worker = {
      child,
      startedMs: performance.now(),
      isOpen: false,
      isReady: false,
      connections: 0,
      unanswered: 0,
      handed: new Map(),
    }
    workers.add(worker)
    child.on('message', (said: ToLeader) => obey(worker, said))
    // What a process could not be told, its end says.
    child.on('error', (error) => log.error({ err: error, worker: child.pid }, 'a worker could not be reached'))
    // All it had said is read by then.
    child.once('disconnect', () => {
      worker.isOpen = false
      door.handAgain(worker)
    })
    child.once('exit', (code, signal) => {
      workers.delete(worker)
      door.handAgain(worker)
      if (stopping) return
      if (!isOpened) return giveUp(code)
      log.warn({ worker: child.pid, code, signal }, 'a worker ended and is replaced')
      tellServing()
      replaceLater(worker)
    })
    tell(worker, { kind: 'begin', port: door.port, processes: config.workers, isFirst })
  }

  /** The first worker makes sure that everything is there: the others begin when it has. */
  const comeUp = () => {
    while (workers.size < config.workers && !isOpened) start({ isFirst: false })
    if (isOpened || ![...workers].every(({ isReady }) => isReady)) return
    isOpened = true
    announce(config, door.port)
  }

  const replaceLater = ({ startedMs, isReady }: Worker) => {
    replaced += 1
    const fellSoon = !isReady || performance.now() - startedMs < soonMs
    fallenSoon = fellSoon ? fallenSoon + 1 : 0
    // The first time at once: most of what ends a process does not come back.
    const pauseMs = fallenSoon < 2 ? 0 : Math.min(longestPauseMs, 500 * 2 ** fallenSoon)
    setTimeout(() => {
      if (!stopping) start({ isFirst: false })
    }, pauseMs)
  }

  /** A worker that cannot start has said why. */
  const giveUp = (code: number | null) => {
    stopping = true
    for (const { child } of workers) child.kill('SIGKILL')
    process.exit(code || 1)
  }

  const listen = setInterval(() => {
    for (const worker of workers) {
      if (!worker.isReady) continue
      if (worker.unanswered >= mostUnanswered) {
        log.error({ worker: worker.child.pid }, 'a worker does not answer and is ended')
        worker.child.kill('SIGKILL')
      } else {
        worker.unanswered += 1
        tell(worker, { kind: 'ping' })
      }
    }
  }, pingMs)
  listen.unref()

  const stop = (signal: NodeJS.Signals) => {
    if (stopping) {
      for (const { child } of workers) child.kill('SIGKILL')
      process.exit(1)
    }
    stopping = true
    log.info({ signal }, 'stopping')
    door.close()
    const ends = [...workers].map((worker) => {
      const ended = new Promise<number | null>((resolve) => worker.child.once('exit', resolve))
      tell(worker, { kind: 'stop' })
      return ended
    })
    setTimeout(() => {
      for (const { child } of workers) child.kill('SIGKILL')
    }, stopMs).unref()
    void Promise.all(ends).then((codes) => process.exit(codes.every((code) => code === 0) ? 0 : 1))
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)

  start({ isFirst: true })
}

/** A worker that ends takes its channel with it: what it should have heard nobody misses. */
function tell({ child }: Worker, message: ToWorker): void {
  if (child.connected) child.send(message, () => {})
}
