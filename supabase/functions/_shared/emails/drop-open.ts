/** To a member who asked to be reminded: a drop has opened. */
import { z } from 'zod'
import { dayAndTime } from '../../../../domain/values/calendar.ts'
import { defineTemplate } from './email.ts'

const schema = z.object({ drop_id: z.uuid(), title: z.string(), shop: z.string(), cut_off: z.string() })

export const dropOpen = defineTemplate(schema, ({ drop_id: id, title, shop, cut_off: cutOff }) => ({
  subject: `${title} from ${shop} is open`,
  preview: 'You asked us to remind you.',
  heading: `${title} is open`,
  blocks: [
    {
      kind: 'text',
      text: `${shop} takes orders until ${dayAndTime(cutOff)}, or until everything is sold. You asked us to remind you.`,
    },
    { kind: 'button', label: 'See the menu', path: `/drops/${id}` },
  ],
}))
