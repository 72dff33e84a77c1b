/** The messages between the primary and its workers. */
import type { MetricObject } from 'prom-client'

/** Marks a process as a worker. It is an argument, because child processes of a worker inherit its environment. */
export const workerFlag = '--worker'

export type ToWorker =
  /** The first message. The first worker of all loads the sample catalogue. */
  | { kind: 'start'; port: number; processes: number; isFirst: boolean }
  /** The message carries the connection. */
  | { kind: 'connection'; id: number }
  /** How many workers accept connections now. */
  | { kind: 'worker count'; workers: number }
  | { kind: 'ping' }
  | { kind: 'metrics request'; id: number }
  | { kind: 'cluster metrics response'; id: number; text: string }
  | { kind: 'stop' }

export type ToPrimary =
  /** The worker accepts connections. */
  | { kind: 'open' }
  /** The worker has finished its start. */
  | { kind: 'ready' }
  | { kind: 'connection accepted'; id: number }
  | { kind: 'connection count'; connections: number }
  /** The worker accepts no more connections. */
  | { kind: 'draining' }
  | { kind: 'pong' }
  | { kind: 'metrics response'; id: number; metrics: MetricObject[] }
  | { kind: 'cluster metrics request'; id: number }
