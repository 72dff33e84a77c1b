/**
 * A seller's orders as CSV: a form `{ token, from, to, status, rows }` -> a CSV file, streamed page by page to limit memory. `from` and `to`
 * are London days. Each of the first three may be empty, for all. `rows` is orders, or lines for a row for each line. A form post makes the browser save the response. Its token is in the body,
 * so the gateway checks none, and the database limits the rows to the token owner's shop.
 */
import { z } from 'zod'
import { salesFiles } from '../../../domain/orders/sales-csv.ts'
import { isUuid } from '../../../domain/values/ids.ts'
import { readForm } from '../_shared/body.ts'
import { type DatabaseClient, openTokenClient, unwrap } from '../_shared/database.ts'
import { serve } from '../_shared/responses.ts'
import { readSettings } from '../_shared/settings.ts'

const day = z.iso.date().or(z.literal('').transform(() => null))
const bodySchema = z.object({
  token: z.string().min(1),
  from: day,
  to: day,
  status: z.string().transform((status) => status || null),
  rows: z.enum(['orders', 'lines']).default('orders'),
})
type OrdersCsvRequest = z.infer<typeof bodySchema>

/** A compromise between the number of requests and memory. */
const pageSize = 500

const row = z.object({
  order_id: z.string().refine(isUuid),
  number: z.string(),
  paid_at: z.string(),
  status: z.string(),
  fulfilment: z.string(),
  due_at: z.string(),
  buyer_name: z.string().nullable(),
  delivery_address: z.record(z.string(), z.unknown()).nullable(),
  note: z.string().nullable(),
  items: z.array(
    z.object({
      name: z.string(),
      variation: z.string().nullable(),
      options_text: z.string().nullable(),
      personalization: z.string().nullable(),
      custom_request_details: z.string().nullable(),
      quantity: z.number(),
      price: z.number(),
      discount: z.number(),
      vat_rate: z.number().nullable(),
    }),
  ),
  subtotal: z.number(),
  delivery_fee: z.number(),
  tip: z.number(),
  total_amount: z.number(),
  outstanding: z.number(),
  refunded_amount: z.number(),
  by_voucher: z.number(),
  fee: z.number(),
  net: z.number(),
})
const page = z.array(row)

serve(['POST'], async (request) => {
  const settings = readSettings()
  const wanted = await readForm(request, bodySchema)
  const pages = ledger(openTokenClient(settings, wanted.token), wanted)
  const first = await pages.next().catch((error: unknown) => {
    console.error(error)
    return null
  })
  // The form was on our site, so a page there shows the error.
  if (first === null) return Response.redirect(`${settings.siteUrl}/seller/orders?export=failed`, 303)
  const { from, to, rows } = wanted
  const fileName = rows === 'lines' ? 'order-lines' : 'orders'
  return new Response(streamed(first, pages), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${fileName}${from ? `-from-${from}` : ''}${to ? `-to-${to}` : ''}.csv"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  })
})

/** The file in chunks. Keyset pagination keeps new orders from shifting rows. */
async function* ledger(
  client: DatabaseClient,
  { from, to, status, rows: wanted }: OrdersCsvRequest,
): AsyncGenerator<string, void, void> {
  let after: { paid_at: string; order_id: string } | undefined
  const file = salesFiles[wanted]
  let head: string = file.head
  for (;;) {
    const response = await client.rpc('sales_ledger', {
      ...(from ? { from_day: from } : {}),
      ...(to ? { to_day: to } : {}),
      ...(status ? { only_status: status } : {}),
      ...(after ? { after_paid_at: after.paid_at, after_id: after.order_id } : {}),
      page_size: pageSize,
    })
    const rows = page.parse(unwrap(response))
    yield head + rows.map(file.write).join('')
    head = ''
    after = rows.at(-1)
    if (rows.length < pageSize) return
  }
}

/** Reads pages on demand. An error aborts the download, so that a partial file never looks complete. */
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
