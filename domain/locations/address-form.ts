/** A delivery address. */
import { z } from 'zod'
import { characters, oneLine } from '../values/text-fields.ts'
import { readPostcode } from './postcode.ts'

export const fullPostcodeMessage = 'Please enter a full UK postcode, such as SE1 9SG.'

const line = (most: number) =>
  oneLine.refine((text) => characters(text) <= most, `Please use at most ${most} characters.`)

export const addressForm = z.object({
  fullName: line(100).min(1, 'Please enter the full name.'),
  addressLine1: line(200).min(1, 'Please enter the first line of the address.'),
  addressLine2: line(200).transform((text) => text || null),
  city: line(100).min(1, 'Please enter the town or city.'),
  postalCode: z
    .string()
    .transform((text) => readPostcode(text) ?? '')
    .refine((postcode) => postcode !== '', fullPostcodeMessage),
  phone: z
    .string()
    .trim()
    .regex(/^[+0-9 ().-]{0,32}$/, 'Please enter a phone number in digits.')
    .transform((text) => text || null),
  isDefault: z.boolean(),
})

export type AddressForm = z.output<typeof addressForm>
export type AddressFormValues = z.input<typeof addressForm>

export const emptyAddress: AddressFormValues = {
  fullName: '',
  addressLine1: '',
  addressLine2: '',
  city: '',
  postalCode: '',
  phone: '',
  isDefault: false,
}

/** Delivery is within the United Kingdom only. */
export const addressCountry = 'United Kingdom'
