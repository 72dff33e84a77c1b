/** A bounded map that forgets what was not used for longest. */

export class Recent<V> {
  readonly #limit: number
  /** Least recently used first: a Map keeps the order of insertion. */
  readonly #entries = new Map<string, V>()

  constructor(limit: number) {
    this.#limit = limit
  }

  get(key: string): V | undefined {
    const value = this.#entries.get(key)
    if (value === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, value)
    return value
  }

  set(key: string, value: V): void {
    this.#entries.delete(key)
    this.#entries.set(key, value)
    if (this.#entries.size <= this.#limit) return
    const oldest = this.#entries.keys().next()
    if (!oldest.done) this.#entries.delete(oldest.value)
  }

  clear(): void {
    this.#entries.clear()
  }
}
