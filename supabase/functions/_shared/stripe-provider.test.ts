import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { createStripeProvider } from './stripe-provider.ts'

/** The names of a session's lines, as a server on loopback receives them. */
async function namesSent(names: readonly string[]): Promise<(string | null)[]> {
  let sent = ''
  const server = createServer(async (request, response) => {
    sent = await readText(request)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ id: 'cs_1', object: 'checkout.session', url: 'https://stripe.example/pay' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const apiBase = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const settings = { secretKey: 'sk_test', webhookSecrets: [], apiBase }
    await createStripeProvider(settings, 'https://shop.example').openSession({
      paymentId: 'payment',
      checkoutId: 'checkout',
      expiresAt: '2026-11-25T12:00:00Z',
      returnPath: '/checkout/checkout',
      buyerEmail: undefined,
      lines: names.map((name) => ({ name, unitPence: 100, quantity: 1 })),
      totalPence: 100 * names.length,
      destination: undefined,
      customerId: undefined,
      savesCard: false,
    })
  } finally {
    server.close()
  }
  const form = new URLSearchParams(sent)
  return names.map((_, n) => form.get(`line_items[${n}][price_data][product_data][name]`))
}

it('Stripe gets names of at most 250 characters, and shorter ones as they are', async () => {
  const exact = 'a'.repeat(250)
  expect(await namesSent(['Lemon cake', exact, `${exact}b`, `${'a'.repeat(248)}🍰🍰`])).toEqual([
    'Lemon cake',
    exact,
    `${'a'.repeat(249)}…`,
    `${'a'.repeat(248)}…`,
  ])
})
