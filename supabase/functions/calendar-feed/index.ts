/**
 * A shop's orders for calendar programs: `GET /calendar-feed/TOKEN.ics` -> an iCalendar file. The token is the only key, so the gateway
 * checks none. An unknown, replaced or revoked one gets a 404.
 */
import { z } from 'zod'
import { orderKinds } from '../../../domain/orders/order-kinds.ts'
import { sellerFeed } from '../../../domain/orders/seller-feed.ts'
import { openServiceClient, unwrap } from '../_shared/database.ts'
import { Refusal, serve } from '../_shared/responses.ts'
import { readSettings } from '../_shared/settings.ts'

const feedSchema = z.object({
  is_limited: z.boolean(),
  shop_name: z.string().default(''),
  orders: z
    .array(
      z.object({
        id: z.string(),
        kind: z.enum(orderKinds),
        number: z.string(),
        status: z.string(),
        due_at: z.string(),
        buyer: z.string().nullable(),
        updated_at: z.string(),
        start_time: z.string().nullable(),
        end_time: z.string().nullable(),
        items: z.array(
          z.object({
            name: z.string(),
            quantity: z.number(),
            variation: z.string().nullable(),
            options_text: z.string().nullable(),
            allergens: z.unknown(),
            is_custom: z.boolean(),
          }),
        ),
      }),
    )
    .default([]),
})

const noFeed = () => new Refusal(404, 'feed', 'This calendar doesn’t exist.')

serve(['GET', 'HEAD'], async (request) => {
  const settings = readSettings()
  const token = /\/([0-9a-f]{64})\.ics$/.exec(new URL(request.url).pathname)?.[1]
  if (!token) throw noFeed()
  const response = unwrap(await openServiceClient(settings).rpc('read_calendar_feed', { token }))
  const { is_limited: isLimited, shop_name: shopName, orders } = feedSchema.parse(response)
  if (isLimited) throw new Refusal(429, 'rate_limit', 'This calendar was read too often. Please try again in an hour.')
  const body = sellerFeed({ shopName, orders, siteUrl: settings.siteUrl })
  const headers = {
    etag: await etagOf(body),
    // Private, because the address is a secret: no shared cache keeps the orders.
    'cache-control': 'private, max-age=300, must-revalidate',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  }
  if (request.headers.get('if-none-match') === headers.etag) return new Response(null, { status: 304, headers })
  return new Response(request.method === 'HEAD' ? null : body, {
    headers: {
      ...headers,
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'inline; filename="tuckbox-orders.ics"',
    },
  })
})

async function etagOf(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return `"${Array.from(digest.slice(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('')}"`
}
