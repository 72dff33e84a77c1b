/**
 * Holds the port for several workers, and hands each connection to the one that has fewest. A connection is kept here until its worker has
 * said that it took it: what was on its way to a worker that is killed goes to another (docs/decisions/104-cluster.md).
 */
import { createServer, type Server, type Socket } from 'node:net'
import { ListenError } from '../listen-error.ts'
import type { ToWorker } from './messages.ts'
import type { Worker } from './worker.ts'

export interface FrontDoor {
  readonly port: number
  /** The worker has the connection. */
  took(worker: Worker, id: number): void
  /** Hands what the worker was sent and did not take to others. */
  handAgain(worker: Worker): void
  /** Hands on what came while nobody took anything. */
  handWaiting(): void
  /** No more connections. */
  close(): void
}

/** As many connections wait while no worker takes any. */
const mostWaiting = 1_000

/** @throws ListenError */
export async function openFrontDoor(
  { port, host }: { readonly port: number; readonly host: string },
  workers: ReadonlySet<Worker>,
): Promise<FrontDoor> {
  const waiting: Socket[] = []
  let handed = 0

  const hand = (socket: Socket) => {
    const worker = freest(workers)
    if (!worker) {
      if (waiting.length < mostWaiting) waiting.push(socket)
      else socket.destroy()
      return
    }
    handed += 1
    worker.handed.set(handed, socket)
    const message: ToWorker = { kind: 'connection', id: handed }
    worker.child.send(message, socket, { keepOpen: true }, () => {})
  }

  const handWaiting = () => {
    if (freest(workers)) for (const socket of waiting.splice(0)) hand(socket)
  }

  // As an HTTP server of its own would take them.
  const server = createServer({ pauseOnConnect: true, allowHalfOpen: true, noDelay: true }, (socket) => {
    socket.on('error', () => socket.destroy())
    hand(socket)
  })
  await listening(server, port, host)
  const address = server.address()

  return {
    port: typeof address === 'object' && address ? address.port : port,
    took(worker, id) {
      worker.handed.get(id)?.destroy()
      worker.handed.delete(id)
      // Until it says itself how many it has.
      worker.connections += 1
    },
    handAgain({ handed: lost }) {
      const sockets = [...lost.values()]
      lost.clear()
      for (const socket of sockets) hand(socket)
    },
    handWaiting,
    close() {
      server.close()
      for (const socket of waiting.splice(0)) socket.destroy()
    },
  }
}

/** The open worker with the fewest connections. */
function freest(workers: Iterable<Worker>): Worker | undefined {
  let found: Worker | undefined
  for (const worker of workers) {
    if (!worker.isOpen || !worker.child.connected) continue
    if (!found || loadOf(worker) < loadOf(found)) found = worker
  }
  return found
}

const loadOf = ({ connections, handed }: Worker) => connections + handed.size

function listening(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(ListenError.of(error, port, host)))
    server.listen(port, host, () => resolve())
  })
}
