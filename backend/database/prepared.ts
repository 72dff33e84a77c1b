/** The prepared statements of one connection, so that a text is parsed once; the least recently used are closed. */
import { LRUCache } from 'lru-cache'
import type { Column } from './database.ts'

interface Entry {
  readonly name: string
  columns: readonly Column[] | undefined
}

export class PreparedStatements {
  /** By statement text. */
  readonly #entries: LRUCache<string, Entry>
  readonly #texts = new Map<string, string>()
  #evicted: string[] = []
  #created = 0

  constructor(limit = 400) {
    this.#entries = new LRUCache({
      max: limit,
      dispose: ({ name }, _text, reason) => {
        this.#texts.delete(name)
        if (reason === 'evict') this.#evicted.push(name)
      },
    })
  }

  /** The name of the prepared statement. A new one must be parsed, after closing the evicted ones. */
  use(text: string): { name: string; isNew: boolean; evicted: string[] } {
    const known = this.#entries.get(text)
    if (known) return { name: known.name, isNew: false, evicted: [] }
    this.#created += 1
    const name = `s${this.#created}`
    this.#evicted = []
    this.#entries.set(text, { name, columns: undefined })
    this.#texts.set(name, text)
    return { name, isNew: true, evicted: this.#evicted }
  }

  /** The columns of the statement's result, known after its first run. */
  columns(name: string): readonly Column[] | undefined {
    const text = this.#texts.get(name)
    return text === undefined ? undefined : this.#entries.peek(text)?.columns
  }

  setColumns(text: string, columns: readonly Column[]): void {
    const entry = this.#entries.peek(text)
    if (entry) entry.columns = columns
  }

  discard(name: string): void {
    const text = this.#texts.get(name)
    if (text !== undefined) this.discardText(text)
  }

  discardText(text: string): void {
    this.#entries.delete(text)
  }
}
