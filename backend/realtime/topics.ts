/** The topics that clients of this process have joined: delivers broadcasts and keeps presence. */
import { type Broadcast, type SharedFrame, type Version, writeBroadcast } from './frames.ts'
import type { Limits } from './limits.ts'
import { diffOf, type Presence, stateOf } from './presence-state.ts'

/** A public and a private topic of the same name are different topics. */
export interface TopicName {
  readonly topic: string
  readonly isPrivate: boolean
}

export interface TopicSubscriber {
  readonly version: Version
  readonly receivesBroadcasts: boolean
  readonly receivesOwnBroadcasts: boolean
  readonly receivesPresence: boolean
  /** Sends a complete frame. */
  sendRaw(frame: Buffer, isBinary: boolean): void
  sendPresence(event: 'presence_state' | 'presence_diff', payload: string): void
}

/** Publishes to the other processes. */
export interface ClusterPublisher {
  broadcast(name: TopicName, broadcast: Broadcast): void
  presence(name: TopicName, joins: readonly Presence[], leaves: readonly Presence[]): void
}

export interface Topics {
  join(name: TopicName, subscriber: TopicSubscriber): void
  leave(name: TopicName, subscriber: TopicSubscriber): void
  /** @param from the sender; null for a broadcast by HTTP */
  broadcast(name: TopicName, broadcast: Broadcast, from: TopicSubscriber | null): void
  /** Sets a subscriber's presence. @returns the reason if a limit is reached */
  track(name: TopicName, subscriber: TopicSubscriber, key: string, meta: string): string | undefined
  untrack(name: TopicName, subscriber: TopicSubscriber): void
  sendState(name: TopicName, subscriber: TopicSubscriber): void

  /** Delivers a broadcast from another process. */
  receiveBroadcast(name: TopicName, broadcast: Broadcast): void
  receivePresence(process: string, name: TopicName, joins: readonly Presence[], leaves: readonly Presence[]): void
  /** The presences of this process's clients. */
  localPresences(): Iterable<{ readonly name: TopicName; readonly presences: readonly Presence[] }>
  /** Replaces all presences of another process, which has ended or sent its state anew. */
  replaceRemote(process: string, now: ReadonlyMap<string, { name: TopicName; presences: readonly Presence[] }>): void
  /** How many clients of this process have joined it. */
  subscriberCount(name: TopicName): number
  readonly size: number
}

interface Topic {
  readonly name: TopicName
  readonly subscribers: Set<TopicSubscriber>
  readonly local: Map<TopicSubscriber, Presence>
  /** Process id -> ref -> presence. */
  readonly remote: Map<string, Map<string, Presence>>
}

type PresenceLimits = Pick<Limits, 'presencesPerKey' | 'presencesPerTopic' | 'presenceBytesPerTopic'>

export const keyOf = ({ topic, isPrivate }: TopicName) => `${isPrivate ? 'private' : 'public'} ${topic}`

export function createTopics(process: string, cluster: ClusterPublisher, limits: PresenceLimits): Topics {
  const topics = new Map<string, Topic>()
  let refs = 0

  const topicOf = (name: TopicName): Topic => {
    const key = keyOf(name)
    const topic = topics.get(key) ?? { name, subscribers: new Set(), local: new Map(), remote: new Map() }
    topics.set(key, topic)
    return topic
  }
  const removeIfEmpty = (topic: Topic) => {
    if (topic.subscribers.size === 0 && topic.remote.size === 0) topics.delete(keyOf(topic.name))
  }
  /**
   * Runs a change of presences under some keys, then sends each key as a whole: its old presences leave, its new ones join.
   * Phoenix sends only the difference. realtime-js 2.109 then forgets the other refs of a key when one joins, and never sees them leave.
   */
  const withDiffs = (topic: Topic, keys: ReadonlySet<string>, update: () => void) => {
    const presences = () => [...allPresences(topic)].filter(({ key }) => keys.has(key))
    const before = presences()
    update()
    const after = presences()
    if (before.length > 0) sendDiff(topic, diffOf([], before))
    if (after.length > 0) sendDiff(topic, diffOf(after, []))
  }
  const sendDiff = ({ subscribers }: Topic, diff: string) => {
    for (const subscriber of subscribers)
      if (subscriber.receivesPresence) subscriber.sendPresence('presence_diff', diff)
  }
  const setLocal = (topic: Topic, subscriber: TopicSubscriber, next: Presence | undefined) => {
    const before = topic.local.get(subscriber)
    const [joins, leaves] = [next ? [next] : [], before ? [before] : []]
    if (joins.length + leaves.length === 0) return
    withDiffs(topic, new Set([...joins, ...leaves].map(({ key }) => key)), () => {
      if (next) topic.local.set(subscriber, next)
      else topic.local.delete(subscriber)
    })
    cluster.presence(topic.name, joins, leaves)
  }

  /** Presences of other processes arrive a moment later, so the processes together may exceed a limit by a few. */
  const limitReached = (topic: Topic, subscriber: TopicSubscriber, key: string, meta: string): string | undefined => {
    const local = topic.local.get(subscriber)
    let [presences, ofKey, length] = [1, 1, meta.length]
    for (const presence of allPresences(topic)) {
      if (presence === local) continue
      presences += 1
      length += presence.meta.length
      if (presence.key === key) ofKey += 1
    }
    if (ofKey > limits.presencesPerKey) return 'Too many presences under this key'
    return presences > limits.presencesPerTopic || length > limits.presenceBytesPerTopic
      ? 'Too many presences on this topic'
      : undefined
  }

  const deliver = ({ name, subscribers }: Topic, broadcast: Broadcast, from: TopicSubscriber | null) => {
    const frames = new Map<Version, SharedFrame | null>()
    for (const subscriber of subscribers) {
      if (!subscriber.receivesBroadcasts || (subscriber === from && !subscriber.receivesOwnBroadcasts)) continue
      const { version } = subscriber
      let frame = frames.get(version)
      if (frame === undefined) {
        frame = writeBroadcast(name.topic, broadcast, version)
        frames.set(version, frame)
      }
      if (frame !== null) subscriber.sendRaw(frame.bytes, frame.isBinary)
    }
  }

  const updateRemote = (topic: Topic, process: string, joins: readonly Presence[], leaves: readonly Presence[]) => {
    const known = topic.remote.get(process) ?? new Map<string, Presence>()
    const left = leaves.filter(({ ref }) => known.has(ref))
    const joined = joins.filter(({ ref }) => !known.has(ref))
    withDiffs(topic, new Set([...joined, ...left].map(({ key }) => key)), () => {
      for (const { ref } of left) known.delete(ref)
      for (const presence of joined) known.set(presence.ref, presence)
      if (known.size > 0) topic.remote.set(process, known)
      else topic.remote.delete(process)
    })
    removeIfEmpty(topic)
  }

  return {
    join(name, subscriber) {
      topicOf(name).subscribers.add(subscriber)
    },
    leave(name, subscriber) {
      const topic = topicOf(name)
      topic.subscribers.delete(subscriber)
      setLocal(topic, subscriber, undefined)
      removeIfEmpty(topic)
    },
    broadcast(name, broadcast, from) {
      const topic = topics.get(keyOf(name))
      if (topic) deliver(topic, broadcast, from)
      cluster.broadcast(name, broadcast)
    },
    track(name, subscriber, key, meta) {
      const topic = topicOf(name)
      const refusal = limitReached(topic, subscriber, key, meta)
      if (refusal !== undefined) return refusal
      refs += 1
      setLocal(topic, subscriber, { ref: `${process}${refs.toString(36)}`, key, meta })
      return undefined
    },
    untrack(name, subscriber) {
      setLocal(topicOf(name), subscriber, undefined)
    },
    sendState(name, subscriber) {
      subscriber.sendPresence('presence_state', stateOf(allPresences(topicOf(name))))
    },
    receiveBroadcast(name, broadcast) {
      const topic = topics.get(keyOf(name))
      if (topic) deliver(topic, broadcast, null)
    },
    receivePresence(process, name, joins, leaves) {
      updateRemote(topicOf(name), process, joins, leaves)
    },
    *localPresences() {
      for (const { name, local } of topics.values()) if (local.size > 0) yield { name, presences: [...local.values()] }
    },
    replaceRemote(process, now) {
      for (const topic of [...topics.values()]) {
        const still = new Set(now.get(keyOf(topic.name))?.presences.map(({ ref }) => ref))
        const gone = [...(topic.remote.get(process)?.values() ?? [])].filter(({ ref }) => !still.has(ref))
        if (gone.length > 0) updateRemote(topic, process, [], gone)
      }
      for (const { name, presences } of now.values()) updateRemote(topicOf(name), process, presences, [])
    },
    subscriberCount: (name) => topics.get(keyOf(name))?.subscribers.size ?? 0,
    get size() {
      return topics.size
    },
  }
}

function* allPresences({ local, remote }: Topic): Iterable<Presence> {
  yield* local.values()
  for (const presences of remote.values()) yield* presences.values()
}
