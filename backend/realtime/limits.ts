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
  /** So many dropped in a row end the connection (1008). */
  readonly droppedBeforeClosing: number
  readonly sockets: number
  readonly socketsPerNetwork: number
  /** A client that reads slower than it is told: beyond so much unsent, it is let go. */
  readonly unsentBytes: number
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
  droppedBeforeClosing: 1_000,
  sockets: 5_000,
  socketsPerNetwork: 500,
  unsentBytes: 1024 * 1024,
  silenceMs: 70_000,
  presenceBytes: 8 * 1024,
  presencesPerKey: 10,
  presencesPerTopic: 1_000,
  presenceBytesPerTopic: 512 * 1024,
}
