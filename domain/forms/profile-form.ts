/** What people say of themselves. */
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { z } from 'zod'
import { characters, visibleLine } from './text-fields.ts'

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
export type ProfileFormValues = z.input<typeof profileForm>

/** As people write it, British unless it says otherwise. @returns as the database keeps it, such as '+44 20 7946 0123'; null for what is no number */
export function readPhone(text: string): string | null {
  // A name on a business card is no part of a number, and neither is an extension that the database does not keep.
  if (!/^[+0-9 ().-]+$/.test(text)) return null
  const number = parsePhoneNumberFromString(text, 'GB')
  return number?.isValid() ? number.formatInternational() : null
}
