/** Validates and normalises phone numbers. */
import { invalid } from '../errors.ts'

/** Digits only, as stored. @throws AuthError validation_failed */
export function normalisePhone(input: string): string {
  const digits = input.replace(/^\+/, '').replaceAll(' ', '')
  if (!/^[1-9]\d{1,14}$/.test(digits)) throw invalid('Invalid phone number format (E.164 required)')
  return digits
}
