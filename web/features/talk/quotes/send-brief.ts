/** Sends a brief to its conversation, opening one if needed. */
import type { TablesUpdate } from '#domain/database.generated'
import type { AllergenRequest } from '#domain/orders/allergen-requests'
import { isRecord } from '#domain/values/is-record'
import { type ChosenPicture, uploadChosen } from '#features/account/uploads'
import type { Conversation } from '#features/talk/conversation-list'
import { type OpenedConversation, openConversation, startFailure } from '#features/talk/conversation-list'
import { messageKeys } from '#keys/messages'
import type { AppContext } from '#platform/app-context.ts'
import { read } from '#platform/read.ts'
import { QueryError } from '#platform/unwrap.ts'
import { useWrite } from '#platform/use-write.ts'
import type { BriefForm } from './chat-forms.ts'

interface BriefToSend {
  readonly form: BriefForm
  readonly allergens: readonly AllergenRequest[]
  readonly pictures: readonly ChosenPicture[]
  readonly onUploaded: (picture: ChosenPicture, path: string) => void
}

/** A repeated mutation continues where the last one stopped. */
export function useSendBrief(userId: string, productId: string) {
  return useWrite({
    run: (app, brief: BriefToSend) => sendBrief(app, userId, productId, brief),
    failure: startFailure,
    invalidates: [messageKeys.conversations(userId)],
  })
}

/** @throws QueryError, PictureError */
async function sendBrief(
  app: AppContext,
  userId: string,
  productId: string,
  draft: BriefToSend,
): Promise<OpenedConversation> {
  const opened = await openConversation(await app.supabase(), userId, productId)
  if (opened.kind !== 'conversation') return opened
  const place = { bucket: 'chat_pictures', folder: `${userId}/${opened.id}` } as const
  const pictures = await uploadChosen(app, place, draft.pictures, draft.onUploaded)
  const { servings, budget, details, wantedOn } = draft.form
  const brief = {
    ...(servings !== null && { servings }),
    ...(budget !== null && { budget }),
    details,
    ...(pictures.length > 0 && { pictures }),
    ...(draft.allergens.length > 0 && { allergens: draft.allergens.map(trimmed) }),
  }
  await updateConversation(app, opened.id, { brief, wanted_on: wantedOn })
  return opened
}

/** @throws QueryError */
async function updateConversation(app: AppContext, id: string, changes: TablesUpdate<'chat_rooms'>): Promise<void> {
  const changed = await read(app, (client) => client.from('chat_rooms').update(changes).eq('id', id).select('id'))
  if (changed.length === 0) throw new QueryError('The conversation is gone.', 404, undefined, changed)
}

/** Changes the allergens of a brief alone, which the buyer may do until the quote is paid. */
export function useNameAllergens({ id, buyer_id: userId, brief }: Conversation) {
  return useWrite({
    run: async (app, allergens: readonly AllergenRequest[]) => {
      const { allergens: _, ...rest } = isRecord(brief) ? brief : {}
      await updateConversation(app, id, {
        brief: { ...rest, ...(allergens.length > 0 && { allergens: allergens.map(trimmed) }) },
      })
    },
    failure: { title: 'Error', description: 'The allergens could not be changed. Please try again.' },
    invalidates: [messageKeys.conversations(userId)],
  })
}

function trimmed({ for: person, ...request }: AllergenRequest): AllergenRequest {
  const name = person?.trim()
  return name ? { ...request, for: name } : request
}
