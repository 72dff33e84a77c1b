/** Limits on one client's use of the process. */

export interface Limits {
  /** Largest message from a client; a larger one ends the connection (1009). */
  readonly messageBytes: number
  readonly channelsPerSocket: number
  /** Subscriptions to changes, on all channels of a socket. */
  readonly subscriptionsPerSocket: number
  /** Values in a socket's filters that the database has to compare at each change. */
  readonly filterValuesPerSocket: number
  /** Messages of one socket in a second, which is also the largest burst. Further ones are dropped with an error. */
  readonly messagesPerSecond: number
  /** Messages of all sockets of a network, including its broadcasts by HTTP. */
  readonly messagesPerNetwork: number
  /** A message counts once more for each so many recipients. */
  readonly recipientsPerMessage: number
  /** This many dropped messages in a row close the connection (1008). */
  readonly droppedBeforeClosing: number
  readonly sockets: number
  readonly socketsPerNetwork: number
  /** As filterValuesPerSocket, for all sockets of a network. */
  readonly filterValuesPerNetwork: number
  /** Subscriptions of a network with the same equality filter on a table, or with none. Each costs a check at each change. */
  readonly equalSubscriptionsPerNetwork: number
  /** A client with more unsent bytes than this is disconnected. */
  readonly unsentBytes: number
  /** A client with at least `slowBytes` unsent for this long is disconnected. */
  readonly slowTimeoutMs: number
  readonly slowBytes: number
  /** A client without any frame for this long is disconnected. realtime-js sends a heartbeat every 25 seconds. */
  readonly idleTimeoutMs: number
  readonly presenceBytes: number
  /** Each change of a key sends all its presences to everyone on the topic. */
  readonly presencesPerKey: number
  readonly presencesPerTopic: number
  /** Size of all presences of a topic. A subscriber that joins receives all of them at once. */
  readonly presenceBytesPerTopic: number
}

export const defaultLimits: Limits = {
  messageBytes: 256 * 1024,
  channelsPerSocket: 100,
  subscriptionsPerSocket: 200,
  filterValuesPerSocket: 500,
  messagesPerSecond: 100,
  messagesPerNetwork: 1_000,
  recipientsPerMessage: 50,
  droppedBeforeClosing: 1_000,
  sockets: 5_000,
  socketsPerNetwork: 500,
  filterValuesPerNetwork: 5_000,
  equalSubscriptionsPerNetwork: 200,
  unsentBytes: 1024 * 1024,
  slowTimeoutMs: 15_000,
  slowBytes: 64 * 1024,
  idleTimeoutMs: 70_000,
  presenceBytes: 8 * 1024,
  presencesPerKey: 10,
  presencesPerTopic: 1_000,
  presenceBytesPerTopic: 512 * 1024,
}

/** A process's share of the network limits. The primary passes each connection to the process with the fewest. */
export function networkLimits(processes = 1): Partial<Limits> {
  const share = (total: number) => Math.ceil(total / processes)
  return {
    socketsPerNetwork: share(defaultLimits.socketsPerNetwork),
    messagesPerNetwork: share(defaultLimits.messagesPerNetwork),
    filterValuesPerNetwork: share(defaultLimits.filterValuesPerNetwork),
    equalSubscriptionsPerNetwork: share(defaultLimits.equalSubscriptionsPerNetwork),
  }
}

const boundless = Number.MAX_SAFE_INTEGER

/** For tests and benchmarks, in which all clients share one address. */
export const noNetworkLimits: Partial<Limits> = {
  socketsPerNetwork: boundless,
  messagesPerNetwork: boundless,
  filterValuesPerNetwork: boundless,
  equalSubscriptionsPerNetwork: boundless,
  recipientsPerMessage: boundless,
}
