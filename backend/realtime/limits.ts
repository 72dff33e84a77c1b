/** What one client may ask of the process. */

export interface Limits {
  /** Largest message from a client; a larger one ends the connection (1009). */
  readonly messageBytes: number
  readonly channelsPerSocket: number
  /** Of changes, on all channels of a socket. */
  readonly subscriptionsPerSocket: number
  /** Values in the filters of a socket that the database has to compare, again for each change. */
  readonly askedValuesPerSocket: number
  /** Messages of one socket in a second; as many at once. What is beyond is dropped and said so. */
  readonly messagesPerSecond: number
  /** Of all sockets of a network together, and its broadcasts by HTTP. */
  readonly messagesPerNetwork: number
  /** A message that so many hear counts as one more. */
  readonly hearersPerMessage: number
  /** So many dropped in a row end the connection (1008). */
  readonly droppedBeforeClosing: number
  readonly sockets: number
  readonly socketsPerNetwork: number
  /** As askedValuesPerSocket, of all sockets of a network together. */
  readonly askedValuesPerNetwork: number
  /** Subscriptions of a network that want the same of a table: the same room, or what no equality tells apart. Each is asked about at each change. */
  readonly subscriptionsAlikePerNetwork: number
  /** A client that reads slower than it is told: beyond so much unsent, it is let go. */
  readonly unsentBytes: number
  /** The same where as little as `slowBytes` stays unsent for so long. */
  readonly slowMs: number
  readonly slowBytes: number
  /** Without a word, heartbeats included, for so long. realtime-js sends one every 25 seconds. */
  readonly silenceMs: number
  readonly presenceBytes: number
  /** With each change of a key all its presences are told to everyone on the topic. */
  readonly presencesPerKey: number
  readonly presencesPerTopic: number
  /** Of a topic's presences together: whoever joins is told all of them at once. */
  readonly presenceBytesPerTopic: number
}

export const defaultLimits: Limits = {
  messageBytes: 256 * 1024,
  channelsPerSocket: 100,
  subscriptionsPerSocket: 200,
  askedValuesPerSocket: 500,
  messagesPerSecond: 100,
  messagesPerNetwork: 1_000,
  hearersPerMessage: 50,
  droppedBeforeClosing: 1_000,
  sockets: 5_000,
  socketsPerNetwork: 500,
  askedValuesPerNetwork: 5_000,
  subscriptionsAlikePerNetwork: 200,
  unsentBytes: 1024 * 1024,
  slowMs: 15_000,
  slowBytes: 64 * 1024,
  silenceMs: 70_000,
  presenceBytes: 8 * 1024,
  presencesPerKey: 10,
  presencesPerTopic: 1_000,
  presenceBytesPerTopic: 512 * 1024,
}

/** One of several processes has its part: sockets are handed to them in turn. */
export function networkLimits(processes = 1): Partial<Limits> {
  const part = (whole: number) => Math.ceil(whole / processes)
  return {
    socketsPerNetwork: part(defaultLimits.socketsPerNetwork),
    messagesPerNetwork: part(defaultLimits.messagesPerNetwork),
    askedValuesPerNetwork: part(defaultLimits.askedValuesPerNetwork),
    subscriptionsAlikePerNetwork: part(defaultLimits.subscriptionsAlikePerNetwork),
  }
}

const boundless = Number.MAX_SAFE_INTEGER

/** For tests and benchmarks, in which everyone comes from one address. */
export const noNetworkLimits: Partial<Limits> = {
  socketsPerNetwork: boundless,
  messagesPerNetwork: boundless,
  askedValuesPerNetwork: boundless,
  subscriptionsAlikePerNetwork: boundless,
  hearersPerMessage: boundless,
}
