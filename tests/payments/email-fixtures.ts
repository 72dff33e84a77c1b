/** Orders that queue emails, and the queue of a server with a mail server. */
import type { SmtpServer } from '#backend/mail/testing'
import type { RunningServer } from '../harness.ts'
import { type Buyer, type Placed, payPage, place, type Shop, serviceOf, unwrap } from './market-fixtures.ts'

const deadlineMs = 30_000

export const mailEnvironment = ({ url }: SmtpServer) => ({
  SMTP_URL: url,
  MAIL_FROM: 'Tuckbox <hello@tuckbox.example>',
})

export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const endMs = Date.now() + deadlineMs
  while (!(await isSo())) {
    if (Date.now() > endMs) throw new Error('Timed out')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

export async function buy(buyer: Buyer, lines: readonly (readonly [Shop, number])[]): Promise<Placed> {
  const placed = await place(buyer, lines)
  const session = (await payPage(buyer, placed.checkoutId)).slice('/pay/'.length)
  unwrap(await buyer.client.functions.invoke('test-payment', { body: { session, card: 'good' } }))
  return placed
}

/** Makes emails due that wait for their next attempt. */
export const makeDue = (server: RunningServer) =>
  serviceOf(server)
    .from('outbox')
    .update({ send_after: new Date(Date.now() - 1_000).toISOString() })
    .eq('status', 'waiting')
    .select('id')

export const inOutbox = async (server: RunningServer) =>
  unwrap(await serviceOf(server).from('outbox').select('template, status, attempts, last_error').order('template'))
