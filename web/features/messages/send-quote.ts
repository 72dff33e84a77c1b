/** A quote on its way to the database, which checks everything once more. */
import { addDays } from '#domain/calendar'
import type { QuoteForm } from '#domain/forms/chat-forms'
import type { AppContext } from '#web/app/app-context.ts'
import { QueryError, unwrap } from '#web/app/unwrap.ts'
import type { Room } from './rooms.ts'

/** @throws QueryError */
export async function sendQuote(
  app: AppContext,
  room: Room,
  { price, wantedOn, validUntil }: QuoteForm,
): Promise<void> {
  const client = await app.supabase()
  const changes = {
    ...(room.price_quote === null && { price_quote: price }),
    ...(wantedOn !== room.wanted_on && { wanted_on: wantedOn }),
    // The end of that day on the clock in London, whatever the baker's own clock shows.
    ...(validUntil !== null && { quote_expires_at: `${addDays(validUntil, 1)} 00:00 Europe/London` }),
  }
  const changed = unwrap(await client.from('chat_rooms').update(changes).eq('id', room.id).select('id'))
  if (changed.length === 0) throw new QueryError('The conversation is gone.', 404, undefined, changed)
}
