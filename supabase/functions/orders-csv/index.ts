/**
 * A seller's orders as a file: a form `{ token, from, to, state }` (the seller's own token, days in London, empty for all) -> CSV, streamed
 * page by page as it is read, so that neither we nor the browser ever hold the whole of it. A form, because a browser saves what answers
 * one; hence the token in its body, and no token for the gateway to check: whoever's it is, the database gives them their own shop.
 */
import { z } from 'zod'
import { isUuid } from '../../../domain/ids.ts'
import { salesCsvHead, writeSale } from '../../../domain/sales-csv.ts'
import { openWithToken, type Service, unwrap } from '../_shared/database.ts'
import { json, serve } from '../_shared/responses.ts'
import { readSettings } from '../_shared/settings.ts'

const day = z.iso.date().or(z.literal('').transform(() => null))
const bodySchema = z.object({
  token: z.string().min(1),
  from: day,
  to: day,
  state: z.string().transform((state) => state || null),
})
type OrdersCsvRequest = z.infer<typeof bodySchema>

/** Rows a page: enough to be few, so few that a page is little memory. */
const pageSize = 500

const row = z.object({
  order_id: z.string().refine(isUuid),
  paid_at: z.string(),
  status: z.string(),
  fulfilment: z.string(),
  due_at: z.string(),
  buyer_name: z.string().nullable(),
  items: z.array(z.object({ name: z.string(), variation: z.string().nullable(), quantity: z.number() })),
  subtotal: z.number(),
  delivery_fee: z.number(),
  total_amount: z.number(),
  refunded_amount: z.number(),
  fee: z.number(),
  net: z.number(),
})
const page = z.array(row)

serve(['POST'], async (request) => {
  const settings = readSettings()
  const form = await request.formData().catch(() => new FormData())
  const parsed = bodySchema.safeParse(Object.fromEntries(form))
  if (!parsed.success)
    return json({ message: 'The request is not what this function expects.', hint: 'malformed' }, 400)
  const pages = ledger(openWithToken(settings, parsed.data.token), parsed.data)
  const first = await pages.next().catch((error: unknown) => {
    console.error(error)
    return null
  })
  // Whoever sent the form looks at a page of ours, and is better told there.
  if (first === null) return Response.redirect(`${settings.siteUrl}/seller/orders?export=failed`, 303)
  const { from, to } = parsed.data
  return new Response(streamed(first, pages), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="orders${from ? `-from-${from}` : ''}${to ? `-to-${to}` : ''}.csv"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  })
})

/** The file, piece by piece; each begins where the one before ended, so that orders that come meanwhile shift nothing. */
async function* ledger(client: Service, { from, to, state }: OrdersCsvRequest): AsyncGenerator<string, void, void> {
  let after: { paid_at: string; order_id: string } | undefined
  let head = salesCsvHead
  for (;;) {
    const answer = await client.rpc('sales_ledger', {
      ...(from ? { from_day: from } : {}),
      ...(to ? { to_day: to } : {}),
      ...(state ? { state } : {}),
      ...(after ? { after_paid_at: after.paid_at, after_id: after.order_id } : {}),
      page_size: pageSize,
    })
    const rows = page.parse(unwrap(answer))
    yield head + rows.map(writeSale).join('')
    head = ''
    after = rows.at(-1)
    if (rows.length < pageSize) return
  }
}

/** Reads on when the reader wants more; a page that cannot be read breaks the download off, so that half a file never looks whole. */
function streamed(
  first: IteratorResult<string, void>,
  pages: AsyncGenerator<string, void, void>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let waiting: IteratorResult<string, void> | null = first
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = waiting ?? (await pages.next())
      waiting = null
      if (next.done) controller.close()
      else controller.enqueue(encoder.encode(next.value))
    },
    async cancel() {
      await pages.return()
    },
  })
}
