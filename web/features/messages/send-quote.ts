/** Saves a quote. The database validates it. */
import { useMutation } from '@tanstack/react-query'
import { addDays } from '#domain/calendar'
import type { QuoteForm } from '#domain/forms/chat-forms'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { QueryError, unwrap } from '#platform/unwrap.ts'
import { messageKeys } from './keys.ts'
import type { Room } from './rooms.ts'

/** @param room as it was read: the price applies to the brief in it */
export function useSendQuote(userId: string, room: Room) {
  const app = useApp()
  return useMutation({
    mutationFn: (quote: QuoteForm) => sendQuote(app, room, quote),
    meta: {
      failure: { title: 'Error', description: 'Failed to update price quote. Please try again.' },
      invalidates: [messageKeys.rooms(userId)],
    },
  })
}

/** Refusals after which the quote cannot be sent again, perhaps because of another window. */
const finalRefusals = new Set(['quoted', 'paid', 'being_paid', 'blocked', 'brief_changed', 'product'])

export function isFinalRefusal(error: unknown): boolean {
  return error instanceof QueryError && finalRefusals.has(error.hint ?? '')
}

/** @throws QueryError */
async function sendQuote(app: AppContext, room: Room, { price, wantedOn, validUntil }: QuoteForm): Promise<void> {
  const client = await app.supabase()
  const isNew = room.price_quote === null
  const changes = {
    ...(isNew && { price_quote: price }),
    ...((isNew || wantedOn !== room.wanted_on) && { wanted_on: wantedOn }),
    // The end of that day in London, independent of the seller's time zone.
    ...(validUntil !== null && { quote_expires_at: `${addDays(validUntil, 1)} 00:00 Europe/London` }),
  }
  const { id, brief_version } = room
  const changed = unwrap(await client.from('chat_rooms').update(changes).match({ id, brief_version }).select('id'))
  if (changed.length === 0)
    throw new QueryError('The request has just been changed. Please read it again.', 409, undefined, changed, {
      hint: 'brief_changed',
    })
}
