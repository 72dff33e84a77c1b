/** To the buyer: a quote or its renewal, with its day and expiry. */
import { z } from 'zod'
import { dayInWords } from '../../../../domain/brief.ts'
import { londonTime } from '../../../../domain/calendar.ts'
import { toPence } from '../../../../domain/money.ts'
import { type Block, defineTemplate } from './email.ts'
import { formatPounds, pictureOf } from './order-data.ts'

const schema = z.object({
  name: z.string(),
  room_id: z.uuid(),
  shop: z.string(),
  price: z.number(),
  wanted_on: z.string().nullable(),
  expires_at: z.string(),
  is_renewed: z.boolean(),
  /** Null, with image, if the product is deleted. */
  product: z.string().nullable(),
  image: z.string().nullable(),
})

export const quote = defineTemplate(schema, ({ name, shop, price, product, ...rest }, context) => {
  const amount = formatPounds(price)
  const what = product ?? 'your custom order'
  return {
    subject: rest.is_renewed ? `${shop} still offers ${what} for ${amount}` : `${shop} quoted ${amount} for ${what}`,
    preview: `You can accept it until ${formatMoment(rest.expires_at)}.`,
    heading: rest.is_renewed ? `Your quote is still open, ${name}` : `Your quote is ready, ${name}`,
    blocks: [
      { kind: 'text', text: `${shop} quoted ${amount} for ${what}.` },
      {
        kind: 'items',
        items: [
          {
            name: what,
            quantity: 1,
            pricePence: toPence(price),
            details: [],
            picture: pictureOf(rest.image, context.pictureUrl),
          },
        ],
      },
      ...dayBlocks(rest.wanted_on),
      { kind: 'fact', label: 'You can accept it until', lines: [formatMoment(rest.expires_at)] },
      { kind: 'button', label: 'Read and accept', path: `/messages?room=${rest.room_id}` },
    ],
  }
})

function dayBlocks(wantedOn: string | null): Block[] {
  return wantedOn ? [{ kind: 'fact', label: 'For', lines: [dayInWords(wantedOn)] }] : []
}

/** 'Saturday 28 November 2026, 14:03', or 'the end of Friday …' for midnight. */
function formatMoment(instant: string): string {
  const at = new Date(instant)
  const { date, time } = londonTime(at)
  if (time !== '00:00') return `${dayInWords(date)}, ${time}`
  return `the end of ${dayInWords(londonTime(new Date(at.getTime() - 1)).date)}`
}
