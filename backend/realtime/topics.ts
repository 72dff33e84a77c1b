/** The topics that somebody here has joined: passes on what is said, and keeps who is there. */
import { type Broadcast, type SharedFrame, type Version, writeBroadcast } from './frames.ts'
import type { Limits } from './limits.ts'
import { diffOf, type Presence, stateOf } from './presence.ts'

/** Public and private topics of one name are two. */
export interface TopicName {
  readonly topic: string
  readonly isPrivate: boolean
}

export interface Member {
  readonly version: Version
  readonly hearsBroadcasts: boolean
  readonly hearsItself: boolean
  readonly hearsPresence: boolean
  /** A whole frame. */
  sendRaw(frame: Buffer, isBinary: boolean): void
  sendPresence(event: 'presence_state' | 'presence_diff', payload: string): void
}

/** What other processes have to know. */
export interface Elsewhere {
  broadcast(name: TopicName, broadcast: Broadcast): void
  presence(name: TopicName, joins: readonly Presence[], leaves: readonly Presence[]): void
}

export interface Topics {
  join(name: TopicName, member: Member): void
  leave(name: TopicName, member: Member): void
  /** @param from who said it; nobody here for what comes by HTTP */
  broadcast(name: TopicName, broadcast: Broadcast, from: Member | null): void
  /** Says, or says anew, that a member is there. @returns why not, where too many are */
  track(name: TopicName, member: Member, key: string, meta: string): string | undefined
  untrack(name: TopicName, member: Member): void
  sendState(name: TopicName, member: Member): void

  /** Said in another process. */
  heard(name: TopicName, broadcast: Broadcast): void
  heardPresence(process: string, name: TopicName, joins: readonly Presence[], leaves: readonly Presence[]): void
  /** Everyone who is there by this process's word. */
  ownPresences(): Iterable<{ readonly name: TopicName; readonly presences: readonly Presence[] }>
  /** Another process has gone, or tells anew who is there: `now` is all there is of it. */
  replace(process: string, now: ReadonlyMap<string, { name: TopicName; presences: readonly Presence[] }>): void
  /** How many here have joined it. */
  membersOf(name: TopicName): number
  readonly size: number
}

interface Topic {
  readonly name: TopicName
  readonly members: Set<Member>
  readonly own: Map<Member, Presence>
  /** By process, then by ref. */
  readonly others: Map<string, Map<string, Presence>>
}

type PresenceLimits = Pick<Limits, 'presencesPerKey' | 'presencesPerTopic' | 'presenceBytesPerTopic'>

export const keyOf = ({ topic, isPrivate }: TopicName) => `${isPrivate ? 'private' : 'public'} ${topic}`

export function createTopics(process: string, elsewhere: Elsewhere, limits: PresenceLimits): Topics {
  const topics = new Map<string, Topic>()
  let refs = 0

  const topicOf = (name: TopicName): Topic => {
    const key = keyOf(name)
    const topic = topics.get(key) ?? { name, members: new Set(), own: new Map(), others: new Map() }
    topics.set(key, topic)
    return topic
  }
  const tidy = (topic: Topic) => {
    if (topic.members.size === 0 && topic.others.size === 0) topics.delete(keyOf(topic.name))
  }
  /**
   * Has `work` change who is there under some keys, and tells of each key as a whole: those it had leave, then those it has join. Phoenix tells
   * only the difference, but realtime-js 2.109 forgets the refs of the others under a key when one joins them, and never sees them leave.
   */
  const changing = (topic: Topic, keys: ReadonlySet<string>, work: () => void) => {
    const under = () => [...everyone(topic)].filter(({ key }) => keys.has(key))
    const before = under()
    work()
    const after = under()
    if (before.length > 0) tellDiff(topic, diffOf([], before))
    if (after.length > 0) tellDiff(topic, diffOf(after, []))
  }
  const tellDiff = ({ members }: Topic, diff: string) => {
    for (const member of members) if (member.hearsPresence) member.sendPresence('presence_diff', diff)
  }
  const change = (topic: Topic, member: Member, next: Presence | undefined) => {
    const before = topic.own.get(member)
    const [joins, leaves] = [next ? [next] : [], before ? [before] : []]
    if (joins.length + leaves.length === 0) return
    changing(topic, new Set([...joins, ...leaves].map(({ key }) => key)), () => {
      if (next) topic.own.set(member, next)
      else topic.own.delete(member)
    })
    elsewhere.presence(topic.name, joins, leaves)
  }

  /** Processes hear of each other's a moment later, so together they may pass a limit by a few: what was said stands. */
  const refusalOf = (topic: Topic, member: Member, key: string, meta: string): string | undefined => {
    const own = topic.own.get(member)
    let [presences, ofKey, length] = [1, 1, meta.length]
    for (const presence of everyone(topic)) {
      if (presence === own) continue
      presences += 1
      length += presence.meta.length
      if (presence.key === key) ofKey += 1
    }
    if (ofKey > limits.presencesPerKey) return 'Too many presences under this key'
    return presences > limits.presencesPerTopic || length > limits.presenceBytesPerTopic
      ? 'Too many presences on this topic'
      : undefined
  }

  const say = ({ name, members }: Topic, broadcast: Broadcast, from: Member | null) => {
    const frames = new Map<Version, SharedFrame | null>()
    for (const member of members) {
      if (!member.hearsBroadcasts || (member === from && !member.hearsItself)) continue
      const { version } = member
      let frame = frames.get(version)
      if (frame === undefined) {
        frame = writeBroadcast(name.topic, broadcast, version)
        frames.set(version, frame)
      }
      if (frame !== null) member.sendRaw(frame.bytes, frame.isBinary)
    }
  }

  const put = (topic: Topic, process: string, joins: readonly Presence[], leaves: readonly Presence[]) => {
    const known = topic.others.get(process) ?? new Map<string, Presence>()
    const left = leaves.filter(({ ref }) => known.has(ref))
    const joined = joins.filter(({ ref }) => !known.has(ref))
    changing(topic, new Set([...joined, ...left].map(({ key }) => key)), () => {
      for (const { ref } of left) known.delete(ref)
      for (const presence of joined) known.set(presence.ref, presence)
      if (known.size > 0) topic.others.set(process, known)
      else topic.others.delete(process)
    })
    tidy(topic)
  }

  return {
    join(name, member) {
      topicOf(name).members.add(member)
    },
    leave(name, member) {
      const topic = topicOf(name)
      topic.members.delete(member)
      change(topic, member, undefined)
      tidy(topic)
    },
    broadcast(name, broadcast, from) {
      const topic = topics.get(keyOf(name))
      if (topic) say(topic, broadcast, from)
      elsewhere.broadcast(name, broadcast)
    },
    track(name, member, key, meta) {
      const topic = topicOf(name)
      const refusal = refusalOf(topic, member, key, meta)
      if (refusal !== undefined) return refusal
      refs += 1
      change(topic, member, { ref: `${process}${refs.toString(36)}`, key, meta })
      return undefined
    },
    untrack(name, member) {
      change(topicOf(name), member, undefined)
    },
    sendState(name, member) {
      member.sendPresence('presence_state', stateOf(everyone(topicOf(name))))
    },
    heard(name, broadcast) {
      const topic = topics.get(keyOf(name))
      if (topic) say(topic, broadcast, null)
    },
    heardPresence(process, name, joins, leaves) {
      put(topicOf(name), process, joins, leaves)
    },
    *ownPresences() {
      for (const { name, own } of topics.values()) if (own.size > 0) yield { name, presences: [...own.values()] }
    },
    replace(process, now) {
      for (const topic of [...topics.values()]) {
        const still = new Set(now.get(keyOf(topic.name))?.presences.map(({ ref }) => ref))
        const gone = [...(topic.others.get(process)?.values() ?? [])].filter(({ ref }) => !still.has(ref))
        if (gone.length > 0) put(topic, process, [], gone)
      }
      for (const { name, presences } of now.values()) put(topicOf(name), process, presences, [])
    },
    membersOf: (name) => topics.get(keyOf(name))?.members.size ?? 0,
    get size() {
      return topics.size
    },
  }
}

function* everyone({ own, others }: Topic): Iterable<Presence> {
  yield* own.values()
  for (const presences of others.values()) yield* presences.values()
}
