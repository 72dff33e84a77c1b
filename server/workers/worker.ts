/** A worker as its leader sees it. */
import type { ChildProcess } from 'node:child_process'
import type { Socket } from 'node:net'

export interface Worker {
  readonly child: ChildProcess
  readonly startedMs: number
  /** Takes connections. */
  isOpen: boolean
  /** Has come up whole. */
  isReady: boolean
  /** Connections that it has by its own word. */
  connections: number
  /** Pings that it has not answered. */
  unanswered: number
  /** Connections on their way to it. */
  readonly handed: Map<number, Socket>
}
