/** A worker, as the primary tracks it. */
import type { ChildProcess } from 'node:child_process'
import type { Socket } from 'node:net'

export interface Worker {
  readonly child: ChildProcess
  readonly startedMs: number
  /** Accepts connections. */
  isOpen: boolean
  /** Has finished its start. */
  isReady: boolean
  /** Connections, as the worker last reported. */
  connections: number
  unansweredPings: number
  /** Connections sent to the worker that it has not accepted yet. */
  readonly unconfirmed: Map<number, Socket>
}
