/** The signed-in member's saved cards. The payment provider keeps them. */
import type { QueryData } from '@supabase/supabase-js'
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { isExpired } from '#domain/checkout/saved-card'
import { useMember, useUserId } from '#features/account/auth'
import { savedCardKeys } from '#keys/saved-cards'
import { type AppContext, type Backend, useApp } from '#platform/app-context.ts'
import { useNow } from '#platform/clock.ts'
import { read } from '#platform/read.ts'
import { useWrite } from '#platform/use-write.ts'

function selectCards(client: Backend, userId: string) {
  return client
    .from('saved_cards')
    .select('id, brand, last4, exp_month, exp_year')
    .eq('user_id', userId)
    .order('used_at', { ascending: false })
}

export type SavedCard = QueryData<ReturnType<typeof selectCards>>[number]

/** The card that was saved or used last comes first. @param userId null for visitors, who have none */
export function savedCardsQuery(app: AppContext, userId: string | null) {
  return queryOptions({
    queryKey: savedCardKeys.all(userId),
    // A payment elsewhere may have just saved one.
    staleTime: 0,
    queryFn:
      userId === null
        ? skipToken
        : ({ signal }): Promise<SavedCard[]> => read(app, (client) => selectCards(client, userId).abortSignal(signal)),
  })
}

export function useSavedCards() {
  return useQuery(savedCardsQuery(useApp(), useUserId()))
}

/** The card that was saved or used last, unless it has expired. It pays what is charged automatically. */
export function useChargeableCard(): SavedCard | null {
  const now = useNow()
  return useSavedCards().data?.find((card) => !isExpired(card, now)) ?? null
}

export function useRemoveCard() {
  const { id: userId } = useMember()
  return useWrite({
    // A card that has been removed in another tab is not there, which is no error.
    write: (client, cardId: string) => client.from('saved_cards').delete().eq('id', cardId).select('id'),
    success: { title: 'Card removed', description: 'It can no longer be charged.' },
    failure: { title: 'The card could not be removed', description: 'Please try again.' },
    invalidates: [savedCardKeys.all(userId)],
  })
}
