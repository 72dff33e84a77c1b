/** The form for what a seller notes about a customer. */
import { z } from 'zod'
import { oneLine, someLines } from '#domain/values/text-fields'

const optional = (most: number) =>
  someLines.max(most, `Please use at most ${most} characters.`).transform((text) => text || null)

export const customerForm = z.object({
  /** Separated by commas. */
  tags: oneLine.transform((text, context) => {
    const tags = [...new Set(text.split(',').map((tag) => tag.trim().toLowerCase()))].filter(Boolean)
    if (tags.length <= 10 && tags.every((tag) => tag.length <= 30)) return tags
    context.addIssue({ code: 'custom', message: 'Please use at most ten tags of up to 30 characters.' })
    return z.NEVER
  }),
  note: optional(2000),
  allergies: optional(500),
})

export type CustomerFormInput = z.input<typeof customerForm>
export type CustomerNote = z.output<typeof customerForm>

export function customerFormValues(note: CustomerNote | null): CustomerFormInput {
  return { tags: note?.tags.join(', ') ?? '', note: note?.note ?? '', allergies: note?.allergies ?? '' }
}
