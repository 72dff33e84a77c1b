/** The primary process: starts the workers, replaces those that exit or hang, and stops them all. */
import { fork } from 'node:child_process'
import type { Logger } from 'pino'
import { announce } from '../announce.ts'
import type { ServerConfig } from '../config.ts'
import { createClusterMetrics } from './cluster-metrics.ts'
import { type ToPrimary, type ToWorker, workerFlag } from './messages.ts'
import { openSharedListener } from './shared-listener.ts'
import type { Worker } from './worker.ts'

export interface PrimaryOptions {
  readonly config: ServerConfig
  readonly log: Logger
  /** The file that a worker runs. */
  readonly program: string
}

const pingMs = 5_000
/** Half a minute without a response means that the worker hangs. */
const maxUnansweredPings = 6
/** A worker that exits sooner failed at its start, and its replacement would probably fail too. */
const shortLifeMs = 10_000
const longestDelayMs = 30_000
/** Longer than the grace period of a worker's requests. */
const stopTimeoutMs = 20_000

/** @throws ListenError */
export async function runPrimary({ config, log, program }: PrimaryOptions): Promise<void> {
  const workers = new Set<Worker>()
  const listener = await openSharedListener(config, workers)
  let replaced = 0
  let shortLives = 0
  let isAnnounced = false
  let stopping = false

  const collectMetrics = createClusterMetrics(workers, () => replaced)

  const sendWorkerCount = () => {
    const open = [...workers].filter(({ isOpen }) => isOpen).length
    for (const worker of workers) send(worker, { kind: 'worker count', workers: open })
  }

  const onMessage = (worker: Worker, message: ToPrimary) => {
    worker.unansweredPings = 0
    switch (message.kind) {
      case 'open':
      case 'draining':
        worker.isOpen = message.kind === 'open'
        listener.handQueued()
        return sendWorkerCount()
      case 'ready':
        worker.isReady = true
        shortLives = 0
        return continueStart()
      case 'connection accepted':
        return listener.confirm(worker, message.id)
      case 'connection count':
        worker.connections = message.connections
        return
      case 'cluster metrics request':
        collectMetrics().then(
          (text) => send(worker, { kind: 'cluster metrics response', id: message.id, text }),
          (error: unknown) => log.error({ err: error }, 'the metrics of the workers could not be collected'),
        )
        return
      case 'metrics response':
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
      unansweredPings: 0,
      unconfirmed: new Map(),
    }
    workers.add(worker)
    child.on('message', (message: ToPrimary) => onMessage(worker, message))
    child.on('error', (error) => log.error({ err: error, worker: child.pid }, 'a message to a worker failed'))
    // Node emits this after it has read every message of the worker.
    child.once('disconnect', () => {
      worker.isOpen = false
      listener.reassign(worker)
    })
    child.once('exit', (code, signal) => {
      workers.delete(worker)
      listener.reassign(worker)
      if (stopping) return
      if (!isAnnounced) return abortStart(code)
      log.warn({ worker: child.pid, code, signal }, 'a worker exited and is replaced')
      sendWorkerCount()
      replace(worker)
    })
    send(worker, { kind: 'start', port: listener.port, processes: config.workers, isFirst })
  }

  /** The first worker migrates the database and loads the sample catalogue. The others start when it is ready. */
  const continueStart = () => {
    while (workers.size < config.workers && !isAnnounced) start({ isFirst: false })
    if (isAnnounced || ![...workers].every(({ isReady }) => isReady)) return
    isAnnounced = true
    announce(config, listener.port)
  }

  const replace = ({ startedMs, isReady }: Worker) => {
    replaced += 1
    const livedShortly = !isReady || performance.now() - startedMs < shortLifeMs
    shortLives = livedShortly ? shortLives + 1 : 0
    // The first replacement starts at once, because most causes of an exit do not recur.
    const delayMs = shortLives < 2 ? 0 : Math.min(longestDelayMs, 500 * 2 ** shortLives)
    setTimeout(() => {
      if (!stopping) start({ isFirst: false })
    }, delayMs)
  }

  /** The worker that could not start has printed the reason. */
  const abortStart = (code: number | null) => {
    stopping = true
    for (const { child } of workers) child.kill('SIGKILL')
    process.exit(code || 1)
  }

  const pings = setInterval(() => {
    for (const worker of workers) {
      if (!worker.isReady) continue
      if (worker.unansweredPings >= maxUnansweredPings) {
        log.error({ worker: worker.child.pid }, 'a worker does not respond and is killed')
        worker.child.kill('SIGKILL')
      } else {
        worker.unansweredPings += 1
        send(worker, { kind: 'ping' })
      }
    }
  }, pingMs)
  pings.unref()

  const stop = (signal: NodeJS.Signals) => {
    if (stopping) {
      for (const { child } of workers) child.kill('SIGKILL')
      process.exit(1)
    }
    stopping = true
    log.info({ signal }, 'stopping')
    listener.close()
    const exits = [...workers].map((worker) => {
      const exited = new Promise<number | null>((resolve) => worker.child.once('exit', resolve))
      send(worker, { kind: 'stop' })
      return exited
    })
    setTimeout(() => {
      for (const { child } of workers) child.kill('SIGKILL')
    }, stopTimeoutMs).unref()
    void Promise.all(exits).then((codes) => process.exit(codes.every((code) => code === 0) ? 0 : 1))
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)

  start({ isFirst: true })
}

/** A send to a worker that exits fails, and its exit event is enough. */
function send({ child }: Worker, message: ToWorker): void {
  if (child.connected) child.send(message, () => {})
}
