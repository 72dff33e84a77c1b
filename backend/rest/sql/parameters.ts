/** Collects a statement's parameters, the only way for a request's values to reach PostgreSQL. */
import { invalidQuery, invalidText } from '../errors.ts'

/** The protocol has 16-bit parameter counts. */
const maxParameters = 30_000

export class Parameters {
  readonly values: (string | null)[]

  constructor(...values: (string | null)[]) {
    this.values = values
  }

  /** Adds a value. @returns its placeholder. @throws RestError 22021 for invalid text */
  add(value: string): string {
    // Text parameters end at a NUL byte.
    if (value.includes('\0')) throw invalidText('0x00')
    if (this.values.length >= maxParameters) {
      throw invalidQuery('too many values', `At most ${maxParameters} values fit in a request.`)
    }
    this.values.push(value)
    return `$${this.values.length}`
  }

  /** An array literal, so that a list of any length is one parameter. */
  addArray(values: readonly string[]): string {
    return this.add(`{${values.map((value) => `"${value.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`)
  }
}
