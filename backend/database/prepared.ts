/** Which statements one connection has prepared, so that a text is parsed once and reused; the least recently used are closed. */
import type { Column } from './database.ts'

interface Entry {
  readonly name: string
  columns: readonly Column[] | undefined
}

export class PreparedStatements {
  readonly #limit: number
  /** Statement text -> entry, least recently used first (a Map keeps insertion order). */
  readonly #entries = new Map<string, Entry>()
  readonly #texts = new Map<string, string>()
  #made = 0

  constructor(limit = 400) {
    this.#limit = limit
  }

  /** The name of a text's prepared statement; when new it must be parsed, after closing the evicted ones. */
  use(text: string): { name: string; isNew: boolean; evicted: string[] } {
    const known = this.#entries.get(text)
    if (known) {
      this.#entries.delete(text)
      this.#entries.set(text, known)
      return { name: known.name, isNew: false, evicted: [] }
    }
    const evicted: string[] = []
    while (this.#entries.size >= this.#limit) {
      const oldest = this.#entries.entries().next().value
      if (!oldest) break
      evicted.push(oldest[1].name)
      this.forget(oldest[1].name)
    }
    this.#made += 1
    const entry: Entry = { name: `s${this.#made}`, columns: undefined }
    this.#entries.set(text, entry)
    this.#texts.set(entry.name, text)
    return { name: entry.name, isNew: true, evicted }
  }

  /** Columns of the statement's result, known after its first run. */
  columns(name: string): readonly Column[] | undefined {
    const text = this.#texts.get(name)
    return text === undefined ? undefined : this.#entries.get(text)?.columns
  }

  describe(text: string, columns: readonly Column[]): void {
    const entry = this.#entries.get(text)
    if (entry) entry.columns = columns
  }

  forget(name: string): void {
    const text = this.#texts.get(name)
    if (text === undefined) return
    this.#texts.delete(name)
    this.#entries.delete(text)
  }

  forgetText(text: string): void {
    const entry = this.#entries.get(text)
    if (entry) this.forget(entry.name)
  }
}
