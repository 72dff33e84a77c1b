/** A parser's position in a text, and PGRST100 errors with position and reason. */
import { invalidQuery, type RestError } from '../errors.ts'

/** Far deeper than sensible requests; a limit prevents stack overflows here and in PostgreSQL. */
export const maxDepth = 50

/** How errors describe a column's name. */
export const fieldName = 'field name (* or [a..z0..9_$])'

const quotedLimit = 200
const quote = (text: string) => (text.length > quotedLimit ? `${text.slice(0, quotedLimit)}…` : text)

// As PostgREST: letters, digits, "_", " " and "$", joined by dashes that do not begin an arrow.
const bareName = /[\p{L}\p{N}_ $]+(?:-(?!>)[\p{L}\p{N}_ $]+)*/uy
// Matches nearly every name, several times faster than Unicode character classes.
const plainName = /[A-Za-z0-9_$]+(?=[.,:()!]|$)/y
const blanks = /[ \t]*/y

export class Cursor {
  readonly text: string
  position = 0
  readonly #what: string

  readonly #offset: number

  /**
   * @param what the name in messages: `select parameter`, `filter`, `order`, ...
   * @param offset the characters before the text, for the columns in messages
   */
  constructor(text: string, what: string, offset = 0) {
    this.text = text
    this.#what = what
    this.#offset = offset
  }

  get isAtEnd(): boolean {
    return this.position >= this.text.length
  }

  startsWith(prefix: string): boolean {
    return this.text.startsWith(prefix, this.position)
  }

  /** Skips `expected` if it comes next. */
  accept(expected: string): boolean {
    if (!this.startsWith(expected)) return false
    this.position += expected.length
    return true
  }

  expect(expected: string): void {
    if (!this.accept(expected)) this.fail(`"${expected}"`)
  }

  /** Skips and returns the match of a sticky pattern. */
  match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.position
    const found = pattern.exec(this.text)?.[0]
    if (found !== undefined) this.position += found.length
    return found
  }

  skipBlanks(): void {
    const next = this.text.charCodeAt(this.position)
    if (next === 32 || next === 9) this.match(blanks)
  }

  /** A plain or double-quoted name. */
  name(): string {
    const plain = this.match(plainName)
    if (plain !== undefined) return plain
    const name = this.startsWith('"') ? this.quoted() : this.match(bareName)?.trim()
    if (name === undefined || name === '') return this.fail(fieldName)
    if (name.includes('\0')) return this.fail(fieldName)
    return name
  }

  /** A double-quoted text with backslash escapes; fails without advancing when the quote does not close. */
  quoted(): string {
    const start = this.position
    const value = this.tryQuoted()
    if (value === undefined) {
      this.position = start
      return this.fail('"\\""')
    }
    return value
  }

  tryQuoted(): string | undefined {
    const { text } = this
    if (text.charCodeAt(this.position) !== 34) return undefined
    let value = ''
    let from = this.position + 1
    for (let at = from; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code === 34) {
        this.position = at + 1
        return value + text.slice(from, at)
      }
      if (code === 92) {
        value += text.slice(from, at)
        from = at + 1
        at++
      }
    }
    return undefined
  }

  expectEnd(...alternatives: string[]): void {
    if (!this.isAtEnd) this.fail(...alternatives, 'end of input')
  }

  fail(...expected: string[]): never {
    const [next] = this.text.slice(this.position, this.position + 2)
    const last = expected.at(-1)
    const list = expected.length > 1 ? `${expected.slice(0, -1).join(', ')} or ${last}` : last
    // As PostgREST's parser writes them.
    const mark = last === 'end of input' ? "'" : '"'
    const found = next === undefined ? 'end of input' : `${mark}${next}${mark}`
    throw this.#error(`unexpected ${found} expecting ${list}`)
  }

  /** Fails for a reason other than an unexpected token. */
  reject(reason: string): never {
    throw this.#error(reason)
  }

  #error(details: string): RestError {
    const column = this.#offset + this.position + 1
    return invalidQuery(`"failed to parse ${this.#what} (${quote(this.text)})" (line 1, column ${column})`, details)
  }
}
