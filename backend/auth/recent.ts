/** A map that forgets: entries lapse, and the oldest go when it is full, so that strangers cannot fill the memory. */

const capacity = 20_000

export class RecentMap<Value> {
  readonly #entries = new Map<string, { value: Value; until: number }>()

  get(key: string, now: Date): Value | undefined {
    const entry = this.#entries.get(key)
    return entry !== undefined && entry.until > now.getTime() ? entry.value : undefined
  }

  set(key: string, value: Value, until: Date): void {
    this.#entries.delete(key)
    this.#entries.set(key, { value, until: until.getTime() })
    const [oldest] = this.#entries.keys()
    if (this.#entries.size > capacity && oldest !== undefined) this.#entries.delete(oldest)
  }
}
