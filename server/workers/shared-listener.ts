/**
 * Holds the port for several workers and hands each connection to the worker with the fewest. The primary keeps its copy of a
 * connection until the worker confirms it. An unconfirmed connection of a killed worker goes to another one
 * (docs/decisions/backend/008-cluster.md).
 */
import { createServer, type Socket } from 'node:net'
import { listening } from '../listen-error.ts'
import type { ToWorker } from './messages.ts'
import type { Worker } from './worker.ts'

export interface SharedListener {
  readonly port: number
  /** Records that the worker has the connection. */
  confirm(worker: Worker, id: number): void
  /** Hands the worker's unconfirmed connections to other workers. */
  reassign(worker: Worker): void
  /** Hands on the connections that arrived while no worker was open. */
  handQueued(): void
  /** Accepts no more connections. */
  close(): void
}

/** Connections that may queue while no worker is open. */
const longestQueue = 1_000

/** @throws ListenError */
export async function openSharedListener(
  { port, host }: { readonly port: number; readonly host: string },
  workers: ReadonlySet<Worker>,
): Promise<SharedListener> {
  const queue: Socket[] = []
  let lastId = 0

  const hand = (socket: Socket) => {
    const worker = leastBusy(workers)
    if (!worker) {
      if (queue.length < longestQueue) queue.push(socket)
      else socket.destroy()
      return
    }
    lastId += 1
    worker.unconfirmed.set(lastId, socket)
    const message: ToWorker = { kind: 'connection', id: lastId }
    worker.child.send(message, socket, { keepOpen: true }, () => {})
  }

  const handQueued = () => {
    if (leastBusy(workers)) for (const socket of queue.splice(0)) hand(socket)
  }

  // The socket options of Node's HTTP server.
  const server = createServer({ pauseOnConnect: true, allowHalfOpen: true, noDelay: true }, (socket) => {
    socket.on('error', () => socket.destroy())
    hand(socket)
  })
  await listening(server, port, host)
  const address = server.address()

  return {
    port: typeof address === 'object' && address ? address.port : port,
    confirm(worker, id) {
      worker.unconfirmed.get(id)?.destroy()
      worker.unconfirmed.delete(id)
      // An estimate until the worker reports its own count.
      worker.connections += 1
    },
    reassign({ unconfirmed }) {
      const sockets = [...unconfirmed.values()]
      unconfirmed.clear()
      for (const socket of sockets) hand(socket)
    },
    handQueued,
    close() {
      server.close()
      for (const socket of queue.splice(0)) socket.destroy()
    },
  }
}

/** The open worker with the fewest connections. */
function leastBusy(workers: Iterable<Worker>): Worker | undefined {
  let found: Worker | undefined
  for (const worker of workers) {
    if (!worker.isOpen || !worker.child.connected) continue
    if (!found || loadOf(worker) < loadOf(found)) found = worker
  }
  return found
}

const loadOf = ({ connections, unconfirmed }: Worker) => connections + unconfirmed.size
