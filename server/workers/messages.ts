/** What the leader and its workers say to each other. */
import type { MetricObject } from 'prom-client'

/** Tells a process that it is a worker: of the arguments, since the environment is handed on to its own children. */
export const workerFlag = '--worker'

export type ToWorker =
  /** The first thing a worker hears. The first of all workers fills an empty market. */
  | { kind: 'begin'; port: number; processes: number; isFirst: boolean }
  /** Comes with the connection itself. */
  | { kind: 'connection'; id: number }
  /** How many workers take connections now. */
  | { kind: 'serving'; workers: number }
  | { kind: 'ping' }
  | { kind: 'figures wanted'; id: number }
  | { kind: 'figures of all'; id: number; text: string }
  | { kind: 'stop' }

export type ToLeader =
  /** Connections may come. */
  | { kind: 'open' }
  /** All that the first of them has to do is done. */
  | { kind: 'ready' }
  | { kind: 'took'; id: number }
  /** How many connections it has. */
  | { kind: 'has'; connections: number }
  /** No more connections, please. */
  | { kind: 'closing' }
  | { kind: 'pong' }
  | { kind: 'figures'; id: number; figures: MetricObject[] }
  | { kind: 'figures of all wanted'; id: number }
