/** A bounded map that forgets what was not used lately. */

/**
 * Two generations: what is used moves to the young one, and when that is full the old one is dropped. So a hit costs one look, where a list
 * in order of use would be changed at each.
 */
export class LruCache<V> {
  readonly #half: number
  #young = new Map<string, V>()
  #old = new Map<string, V>()

  /** @param limit the most it keeps; at least half as many of those used last are there */
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
