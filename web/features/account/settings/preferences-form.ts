/** The form for the emails and push messages that a member receives. */
import { z } from 'zod'

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time.')
const hours = z.object({ from: time, until: time })

export const preferencesForm = z
  .object({
    email_notifications: z.boolean(),
    order_updates: z.boolean(),
    promotional_emails: z.boolean(),
    /** By kind of notification. */
    push: z.record(z.string(), z.boolean()),
    isQuiet: z.boolean(),
    quietFrom: z.string(),
    quietUntil: z.string(),
  })
  .superRefine(({ isQuiet, quietFrom, quietUntil }, context) => {
    if (!isQuiet) return
    const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
    const { error } = hours.safeParse({ from: quietFrom, until: quietUntil })
    for (const { path, message } of error?.issues ?? [])
      refuse(path[0] === 'from' ? 'quietFrom' : 'quietUntil', message)
    if (!error && quietFrom === quietUntil) refuse('quietUntil', 'Please choose another time than the start.')
  })

export type PreferencesForm = z.output<typeof preferencesForm>
