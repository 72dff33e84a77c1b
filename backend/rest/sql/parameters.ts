/** Collects a statement's parameters: the only way in which a value of a request reaches PostgreSQL. */
import { invalidQuery, invalidText } from '../errors.ts'

/** The protocol counts parameters in 16 bits. */
const maxParameters = 30_000

export class Parameters {
  readonly values: (string | null)[]

  constructor(...values: (string | null)[]) {
    this.values = values
  }

  /** The placeholder that stands for the value in the text. @throws RestError 22021 for what is no text to PostgreSQL */
  add(value: string): string {
    // Text in the wire's format ends at a NUL, so one inside must never get there.
    if (value.includes('\0')) throw invalidText('0x00')
    if (this.values.length >= maxParameters) {
      throw invalidQuery('too many values', `At most ${maxParameters} values fit in a request.`)
    }
    this.values.push(value)
    return `$${this.values.length}`
  }

  /** An array as PostgreSQL writes it, so that a list of any length is one parameter. */
  addArray(values: readonly string[]): string {
    return this.add(`{${values.map((value) => `"${value.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`)
  }
}
