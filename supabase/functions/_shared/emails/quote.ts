/** To the buyer: a quote, its revision, its renewal or its changed answers, with its day and expiry. */
import { z } from 'zod'
import { dayInWords, londonTime } from '../../../../domain/values/calendar.ts'
import { formatPounds, toPence } from '../../../../domain/values/money.ts'
import { type Block, defineTemplate } from './email.ts'
import { answersBlocks, pictureOf, quoteTermsBlocks } from './order-data.ts'

const schema = z.object({
  name: z.string(),
  room_id: z.uuid(),
  shop: z.string(),
  price: z.number(),
  wanted_on: z.string().nullable(),
  expires_at: z.string(),
  change: z.enum(['price', 'revision', 'renewal', 'answers']),
  /** The seller's answers about allergens. */
  answers: z.unknown(),
  /** What the price covers; null for a single price. */
  lines: z.unknown().optional(),
  note: z.string().nullish(),
  /** What to pay when accepting; null for everything. */
  deposit: z.number().nullish(),
  balance_due_on: z.string().nullish(),
  /** Null, with image, if the product is deleted. */
  product: z.string().nullable(),
  image: z.string().nullable(),
})

export const quote = defineTemplate(schema, ({ name, shop, price, product, ...rest }, context) => {
  const amount = formatPounds(price)
  const what = product ?? 'your custom order'
  return {
    subject: subjects[rest.change](shop, amount, what),
    preview: `You can accept it until ${formatMoment(rest.expires_at)}.`,
    heading: headings[rest.change](name),
    blocks: [
      {
        kind: 'text',
        text:
          rest.change === 'answers'
            ? `${shop} has changed an answer about allergens. Please read all of them again before you accept the quote.`
            : `${shop} ${rest.change === 'revision' ? 'now quotes' : 'quoted'} ${amount} for ${what}.`,
      },
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
      ...quoteTermsBlocks({ lines: rest.lines, note: rest.note }),
      ...depositBlocks(rest.deposit, rest.balance_due_on),
      ...answersBlocks('You asked about allergens', rest.answers),
      ...dayBlocks(rest.wanted_on),
      { kind: 'fact', label: 'You can accept it until', lines: [formatMoment(rest.expires_at)] },
      { kind: 'button', label: 'Read and accept', path: `/messages?room=${rest.room_id}` },
    ],
  }
})

const subjects = {
  price: (shop: string, amount: string, what: string) => `${shop} quoted ${amount} for ${what}`,
  revision: (shop: string, amount: string, what: string) => `${shop} revised the quote for ${what}: ${amount}`,
  renewal: (shop: string, amount: string, what: string) => `${shop} still offers ${what} for ${amount}`,
  answers: (shop: string, _amount: string, what: string) => `${shop} changed an answer about allergens: ${what}`,
}

const headings = {
  price: (name: string) => `Your quote is ready, ${name}`,
  revision: (name: string) => `Your quote has changed, ${name}`,
  renewal: (name: string) => `Your quote is still open, ${name}`,
  answers: (name: string) => `Please read your quote again, ${name}`,
}

function depositBlocks(deposit: number | null | undefined, dueOn: string | null | undefined): Block[] {
  if (!deposit || !dueOn) return []
  return [
    {
      kind: 'fact',
      label: 'Deposit',
      lines: [`${formatPounds(deposit)} when you accept, and the rest by ${dayInWords(dueOn)}`],
    },
  ]
}

function dayBlocks(wantedOn: string | null): Block[] {
  return wantedOn ? [{ kind: 'fact', label: 'For', lines: [dayInWords(wantedOn)] }] : []
}

/** 'Saturday 28 November 2026 at 14:03', or 'the end of Friday …' for midnight. */
function formatMoment(instant: string): string {
  const at = new Date(instant)
  const { date, time } = londonTime(at)
  if (time !== '00:00') return `${dayInWords(date)} at ${time}`
  return `the end of ${dayInWords(londonTime(new Date(at.getTime() - 1)).date)}`
}
