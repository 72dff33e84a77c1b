/** Form fields for pounds and whole numbers: text in, the database's numbers out. Also its pounds, as pence. */
import { z } from 'zod'
import { toPence } from './money.ts'

/** Pounds of the database. */
export const pence = z.number().transform(toPence)

/** The maximum of numeric(10,2). */
const pounds = /^\d{1,8}(\.\d{1,2})?$/

/** Pounds with at most two decimals; '' is 0. */
export function poundsField(message: string) {
  return z
    .string()
    .trim()
    .refine((text) => text === '' || pounds.test(text), message)
    .transform(Number)
}

/** The database limits such amounts to 99,999.99 pounds either way. */
const signedPounds = /^[+-]?\d{1,5}(\.\d{1,2})?$/

/** Pounds that may be negative: '-2.50', '+4'; '' is 0. */
export function signedPoundsField(message: string) {
  return z
    .string()
    .trim()
    .refine((text) => text === '' || signedPounds.test(text), message)
    .transform(Number)
}

/** Optional pounds; '' is null. */
export function optionalPoundsField(message: string) {
  return z
    .string()
    .trim()
    .refine((text) => text === '' || pounds.test(text), message)
    .transform((text) => (text === '' ? null : Number(text)))
}

/** A whole number from `least`; '' becomes `blank`. */
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
