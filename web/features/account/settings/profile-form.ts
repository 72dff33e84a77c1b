/** The profile form. */
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { z } from 'zod'
import { characters, visibleLine } from '#domain/values/text-fields'

const name = visibleLine.refine((text) => characters(text) <= 100, 'Please use at most 100 characters.')

export const profileForm = z.object({
  firstName: name.min(1, 'Please enter your first name.'),
  lastName: name.transform((text) => text || null),
  phone: z
    .string()
    .trim()
    .transform((text, { addIssue }) => {
      if (text === '') return null
      const number = readPhone(text)
      if (number === null) addIssue('Please enter a phone number, such as 020 7946 0123.')
      return number
    }),
})

export type ProfileForm = z.output<typeof profileForm>

/**
 * Parses a phone number as typed, British by default.
 * @returns the database's form, such as '+44 20 7946 0123'; null if it is not a number
 */
export function readPhone(text: string): string | null {
  // Letters around a number, and extensions, which the database does not store, are refused.
  if (!/^[+0-9 ().-]+$/.test(text)) return null
  const number = parsePhoneNumberFromString(text, 'GB')
  return number?.isValid() ? number.formatInternational() : null
}
