/** The form with which a seller creates or edits a shop. */
import { z } from 'zod'
import { shopCategories } from '../categories.ts'

export const shopForm = z.object({
  shopName: z
    .string()
    .trim()
    .min(2, 'Shop name must be at least 2 characters.')
    .max(50, 'Shop name must be less than 50 characters.'),
  description: z
    .string()
    .trim()
    .min(10, 'Description must be at least 10 characters.')
    .max(500, 'Description must be less than 500 characters.'),
  category: z.enum(shopCategories, 'Please select a category.'),
  logo: z.string().optional(),
  bannerImage: z.string().optional(),
})

export type ShopForm = z.output<typeof shopForm>

/** The toast for a shop that is created without the terms. */
export const termsRequired = {
  title: 'Terms Agreement Required',
  description: 'You must accept the Health & Safety Terms to create a shop.',
} as const
