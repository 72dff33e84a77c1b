/** A bounded cache that evicts entries that were not used recently. */

/**
 * It has two generations: a used entry moves to the young one, and when that is full the old one is dropped. A hit then costs one
 * lookup, whereas an exact LRU list changes on every hit.
 */
export class LruCache<V> {
  readonly #half: number
  #young = new Map<string, V>()
  #old = new Map<string, V>()

  /** @param limit maximum size; at least the last limit / 2 used entries are kept */
  constructor(limit: number) {
    this.#half = Math.ceil(limit / 2)
  }

  get(key: string): V | undefined {
    const value = this.#young.get(key)
    if (value !== undefined) return value
    const old = this.#old.get(key)
    if (old !== undefined) this.set(key, old)
    return old
  }

  set(key: string, value: V): void {
    if (this.#young.size >= this.#half && !this.#young.has(key)) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(key, value)
  }

  clear(): void {
    this.#young = new Map()
    this.#old = new Map()
  }
}
