/** Fields of a form that hold pounds or whole numbers: typed as text, handed on as the numbers the database takes. */
import { z } from 'zod'

/** What numeric(10,2) can hold. */
const pounds = /^\d{1,8}(\.\d{1,2})?$/

/** Pounds with at most two decimals; '' is 0. */
export function poundsField(message: string) {
  return z
    .string()
    .trim()
    .refine((text) => text === '' || pounds.test(text), message)
    .transform(Number)
}

/** What numeric(10,2) columns with a limit hold, with a sign. */
const signedPounds = /^[+-]?\d{1,5}(\.\d{1,2})?$/

/** Pounds that may be taken off: '-2.50', '+4'; '' is 0. */
export function signedPoundsField(message: string) {
  return z
    .string()
    .trim()
    .refine((text) => text === '' || signedPounds.test(text), message)
    .transform(Number)
}

/** Pounds that may be left open; '' is null. */
export function optionalPoundsField(message: string) {
  return z
    .string()
    .trim()
    .refine((text) => text === '' || pounds.test(text), message)
    .transform((text) => (text === '' ? null : Number(text)))
}

/** A whole number from `least` on; '' becomes `blank`. */
export function wholeNumberField<B extends number | null>({ least, blank, message }: WholeNumberRules<B>) {
  return z
    .string()
    .trim()
    .refine((text) => text === '' || (/^\d{1,9}$/.test(text) && Number(text) >= least), message)
    .transform((text): number | B => (text === '' ? blank : Number(text)))
}

interface WholeNumberRules<B> {
  readonly least: number
  readonly blank: B
  readonly message: string
}
