/** Saves a quote. The database validates it. */
import { addDays } from '#domain/calendar'
import type { QuoteForm } from '#domain/forms/chat-forms'
import type { AppContext } from '#platform/app-context.ts'
import { QueryError, unwrap } from '#platform/unwrap.ts'
import type { Room } from './rooms.ts'

/**
 * @param room as it was read: the price applies to the brief in it
 * @throws QueryError
 */
export async function sendQuote(
  app: AppContext,
  room: Room,
  { price, wantedOn, validUntil }: QuoteForm,
): Promise<void> {
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
