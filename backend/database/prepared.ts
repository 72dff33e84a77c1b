/** The prepared statements of one connection, so that a text is parsed once; the least recently used are closed. */
import type { Column } from './database.ts'

interface Entry {
  readonly name: string
  /** The use count of all statements at its last use. */
  usedAt: number
  columns: readonly Column[] | undefined
}

export class PreparedStatements {
  readonly #limit: number
  /** Entries by statement text. */
  readonly #entries = new Map<string, Entry>()
  readonly #texts = new Map<string, string>()
  #created = 0
  #uses = 0

  constructor(limit = 400) {
    this.#limit = limit
  }

  /** The name of the prepared statement. A new one must be parsed, after closing the evicted ones. */
  use(text: string): { name: string; isNew: boolean; evicted: string[] } {
    this.#uses += 1
    const known = this.#entries.get(text)
    if (known) {
      known.usedAt = this.#uses
      return { name: known.name, isNew: false, evicted: [] }
    }
    const evicted: string[] = []
    while (this.#entries.size >= this.#limit) {
      const oldest = this.#leastRecentlyUsed()
      if (!oldest) break
      evicted.push(oldest.name)
      this.discard(oldest.name)
    }
    this.#created += 1
    const entry: Entry = { name: `s${this.#created}`, usedAt: this.#uses, columns: undefined }
    this.#entries.set(text, entry)
    this.#texts.set(entry.name, text)
    return { name: entry.name, isNew: true, evicted }
  }

  /** A linear scan: negligible beside parsing and planning a new statement, and it keeps the use of a known one cheap. */
  #leastRecentlyUsed(): Entry | undefined {
    let oldest: Entry | undefined
    for (const entry of this.#entries.values()) if (!oldest || entry.usedAt < oldest.usedAt) oldest = entry
    return oldest
  }

  /** The columns of the statement's result, known after its first run. */
  columns(name: string): readonly Column[] | undefined {
    const text = this.#texts.get(name)
    return text === undefined ? undefined : this.#entries.get(text)?.columns
  }

  setColumns(text: string, columns: readonly Column[]): void {
    const entry = this.#entries.get(text)
    if (entry) entry.columns = columns
  }

  discard(name: string): void {
    const text = this.#texts.get(name)
    if (text === undefined) return
    this.#texts.delete(name)
    this.#entries.delete(text)
  }

  discardText(text: string): void {
    const entry = this.#entries.get(text)
    if (entry) this.discard(entry.name)
  }
}
