/** A map that forgets: entries lapse, and the oldest go when it is full, so that strangers cannot fill the memory. */

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
    // Set anew, so that the map stays in order of last use.
    this.#entries.delete(key)
    this.#entries.set(key, { value, expiresAtMs })
    const [oldest] = this.#entries.keys()
    if (this.#entries.size > this.#capacity && oldest !== undefined) this.#entries.delete(oldest)
  }

  delete(key: string): void {
    this.#entries.delete(key)
  }
}
