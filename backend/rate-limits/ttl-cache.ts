/** A cache whose entries expire. When it is full, the oldest entry goes, so that clients cannot exhaust the memory. */

interface Entry<Value> {
  readonly value: Value
  readonly expiresAtMs: number
}

export class TtlCache<Value> {
  readonly #entries = new Map<string, Entry<Value>>()
  readonly #capacity: number

  constructor(capacity = 50_000) {
    this.#capacity = capacity
  }

  get(key: string, nowMs: number): Value | undefined {
    const entry = this.#entries.get(key)
    return entry !== undefined && entry.expiresAtMs > nowMs ? entry.value : undefined
  }

  set(key: string, value: Value, expiresAtMs: number): void {
    // Deleted first, so that the map is in order of last write.
    this.#entries.delete(key)
    this.#entries.set(key, { value, expiresAtMs })
    const [oldest] = this.#entries.keys()
    if (this.#entries.size > this.#capacity && oldest !== undefined) this.#entries.delete(oldest)
  }

  delete(key: string): void {
    this.#entries.delete(key)
  }
}
