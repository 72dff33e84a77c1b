/** The forms that open a shop and change it later. */
import { z } from 'zod'
import { shopCategories } from '#domain/catalogue/categories'
import { isHygieneRating } from '#domain/food/hygiene'
import { fullPostcodeMessage } from '#domain/locations/address-form'
import { readPostcode } from '#domain/locations/postcode'
import { characters, oneLine, someLines, visibleLine } from '#domain/values/text-fields'

const picture = z.string().nullish()

/** The shop's location, chosen from the list of towns. Typed text alone is not a place. */
const townField = z
  .object({ text: z.string().trim(), place: z.object({ lat: z.number(), lon: z.number() }).nullable() })
  .refine(({ text, place }) => text === '' || place !== null, {
    message: 'Please choose a town or district from the list.',
    path: ['text'],
  })
  .transform(({ text, place }) =>
    text === '' || place === null ? { town: null, lat: null, lon: null } : { town: text, ...place },
  )

export const shopForm = z.object({
  shopName: visibleLine
    .refine((name) => characters(name) >= 2, 'Shop name must be at least 2 characters.')
    .refine((name) => characters(name) <= 50, 'Shop name must be less than 50 characters.'),
  description: someLines
    .refine((text) => characters(text) >= 10, 'Description must be at least 10 characters.')
    .refine((text) => characters(text) <= 500, 'Description must be less than 500 characters.'),
  category: z.enum(shopCategories, 'Please select a category.'),
  logo: picture,
  bannerImage: picture,
})

export type ShopForm = z.output<typeof shopForm>

export const createShopForm = shopForm.extend({ town: townField })

export type CreateShopForm = z.output<typeof createShopForm>

/** The toast for a shop that is created without the terms. */
export const termsRequired = {
  title: 'Terms Agreement Required',
  description: 'You must accept the Health & Safety Terms to create a shop.',
} as const

/** '' is null. */
function optionalField(text: typeof oneLine, most: number) {
  return text
    .refine((typed) => characters(typed) <= most, `Please use at most ${most} characters.`)
    .transform((typed) => typed || null)
}

const milesMessage = 'Please enter a distance between 0.1 and 500 miles.'

/** '' is no limit. */
const milesField = z
  .string()
  .trim()
  .refine((text) => text === '' || (/^\d{1,3}(\.\d)?$/.test(text) && Number(text) >= 0.1 && Number(text) <= 500), {
    message: milesMessage,
  })
  .transform((text) => (text === '' ? null : Number(text)))

/** The pickup address: complete or absent. */
const pickupPlaceField = z
  .object({
    addressLine1: optionalField(oneLine, 200),
    addressLine2: optionalField(oneLine, 200),
    city: optionalField(oneLine, 100),
    postalCode: optionalField(oneLine, 16).transform((typed) => typed && (readPostcode(typed) ?? typed)),
    instructions: optionalField(someLines, 500),
  })
  .superRefine(({ addressLine1, city, postalCode, addressLine2, instructions }, context) => {
    if ([addressLine1, city, postalCode, addressLine2, instructions].every((line) => line === null)) return
    const need = (line: string | null, path: string, message: string) => {
      if (line === null) context.addIssue({ code: 'custom', path: [path], message })
    }
    need(addressLine1, 'addressLine1', 'Please enter the first line of the address.')
    need(city, 'city', 'Please enter the town or city.')
    need(postalCode, 'postalCode', 'Please enter the postcode.')
    if (postalCode !== null && readPostcode(postalCode) === null) {
      context.addIssue({ code: 'custom', path: ['postalCode'], message: fullPostcodeMessage })
    }
  })
  .transform(({ addressLine1, addressLine2, city, postalCode, instructions }) =>
    addressLine1 === null || city === null || postalCode === null
      ? null
      : { addressLine1, addressLine2, city, postalCode, instructions },
  )

export const shopSettingsForm = createShopForm.extend({
  deliveryRadiusMiles: milesField,
  foodRegistration: optionalField(oneLine, 60),
  hygieneRating: z
    .string()
    .refine((rating) => rating === '' || isHygieneRating(rating), 'Please choose a rating from the list.')
    .transform((rating) => rating || null),
  pickupPlace: pickupPlaceField,
})

export type ShopSettingsForm = z.output<typeof shopSettingsForm>
export type PickupPlace = NonNullable<ShopSettingsForm['pickupPlace']>
