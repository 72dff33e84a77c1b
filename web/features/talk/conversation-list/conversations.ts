/** The member's conversations as buyer or seller, newest first. */
import { skipToken, useQuery } from '@tanstack/react-query'
import type { Database, Json } from '#domain/database.generated'
import { isUuid } from '#domain/values/ids'
import { messageKeys } from '#keys/messages'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { type Page, type PagedList, pagedQuery, usePagedList } from '#platform/paged-list.ts'
import { read } from '#platform/read.ts'
import { refetchKeepingPages } from '#platform/refetch.ts'
import { useRowChanges } from '#platform/use-row-changes.ts'

export interface Conversation {
  readonly id: string
  readonly buyer_id: string
  readonly seller_id: string
  /** In pounds; null until the seller has quoted. */
  readonly price_quote: number | null
  readonly is_paid: boolean
  readonly brief: Json | null
  readonly wanted_on: string | null
  readonly quote_expires_at: string | null
  /** Counts the buyer's changes of brief and day. */
  readonly brief_version: number
  /** The seller's answers about allergens; null without a quote or without allergens in the brief. */
  readonly allergen_answers: Json | null
  /** How this order differs from the product's declaration; null if it does not. */
  readonly quote_declaration: Json | null
  /** What the quote or its paid order is made of today, to compare the answers with. Null without answers. */
  readonly quoted_food: Json | null
  /** Counts the quotes. An order accepts one version. */
  readonly quote_version: number
  /** What the price covers; null for a single price. */
  readonly quote_lines: Json | null
  readonly quote_note: string | null
  /** What to pay when accepting, in pounds; null for everything. */
  readonly quote_deposit: number | null
  readonly quote_balance_due_on: string | null
  readonly updated_at: string
  /** Null if the product is deleted or hidden from this member. */
  readonly product: { readonly id: string; readonly name: string; readonly image: string | null } | null
  /** The subject of the enquiry it began with; null if it is about a product. */
  readonly enquiry: string | null
  /** The other member. Sellers have the name of their shop. */
  readonly other: { readonly id: string; readonly name: string; readonly avatarUrl: string | null }
  readonly last: LastLine | null
  /** Unread messages of the other member; 100 means 100 or more. */
  readonly unread: number
}

interface LastLine {
  readonly content: string
  readonly type: string
  readonly isMine: boolean
  readonly hasPicture: boolean
  readonly at: string
}

type Row = {
  [column in keyof Database['public']['Functions']['my_conversations']['Returns'][number]]:
    | Database['public']['Functions']['my_conversations']['Returns'][number][column]
    | null
} & {
  id: string
  buyer_id: string
  seller_id: string
  is_paid: boolean
  updated_at: string
  unread: number
  brief_version: number
  quote_version: number
}

const pageSize = 40

/** Refetches after a change, without cancelling a 'Show more conversations' that is loading. */
export function refetchConversations({ queryClient }: AppContext, userId: string): Promise<void> {
  return refetchKeepingPages(queryClient, { queryKey: messageKeys.conversations(userId) })
}

type ConversationPage = Page<Conversation, { readonly before: string; readonly before_id: string }>

export function conversationsQuery(app: AppContext, userId: string) {
  return pagedQuery({
    queryKey: messageKeys.conversationList(userId),
    fetchPage: async (cursor: ConversationPage['next'], signal): Promise<ConversationPage> => {
      const rows = await read<readonly Row[]>(app, (client) =>
        client.rpc('my_conversations', { page_size: pageSize, ...cursor }).abortSignal(signal),
      )
      const items = rows.map((row) => conversationOf(row, userId))
      const last = items.at(-1)
      const hasMore = last && items.length === pageSize
      return { items, next: hasMore ? { before: last.updated_at, before_id: last.id } : null }
    },
    // A conversation opened a moment ago must be included.
    staleTime: 0,
  })
}

export function useConversations(userId: string): PagedList<ConversationPage> {
  const app = useApp()
  const refetchList = () => void refetchConversations(app, userId)
  useRowChanges({ table: 'chat_rooms', filter: `buyer_id=eq.${userId}` }, refetchList)
  useRowChanges({ table: 'chat_rooms', filter: `seller_id=eq.${userId}` }, refetchList)
  return usePagedList(conversationsQuery(app, userId))
}

/**
 * A single conversation, for links; null if it does not exist or is not the member's. @param conversationId null disables the
 * query
 */
export function useConversation(userId: string, conversationId: string | null) {
  const app = useApp()
  return useQuery({
    queryKey: messageKeys.conversation(userId, conversationId),
    queryFn:
      conversationId === null
        ? skipToken
        : async ({ signal }): Promise<Conversation | null> => {
            if (!isUuid(conversationId)) return null
            const [row] = await read<readonly Row[]>(app, (client) =>
              client.rpc('my_conversations', { only_room: conversationId }).abortSignal(signal),
            )
            return row ? conversationOf(row, userId) : null
          },
    staleTime: 0,
  })
}

function conversationOf(row: Row, userId: string): Conversation {
  return {
    id: row.id,
    buyer_id: row.buyer_id,
    seller_id: row.seller_id,
    price_quote: row.price_quote,
    is_paid: row.is_paid,
    brief: row.brief,
    wanted_on: row.wanted_on,
    quote_expires_at: row.quote_expires_at,
    updated_at: row.updated_at,
    unread: row.unread,
    brief_version: row.brief_version,
    allergen_answers: row.allergen_answers,
    quote_declaration: row.quote_declaration,
    quoted_food: row.quoted_food,
    quote_version: row.quote_version,
    quote_lines: row.quote_lines,
    quote_note: row.quote_note,
    quote_deposit: row.quote_deposit,
    quote_balance_due_on: row.quote_balance_due_on,
    product:
      row.product_id !== null && row.product_name !== null
        ? { id: row.product_id, name: row.product_name, image: row.product_image }
        : null,
    enquiry: row.enquiry,
    other: {
      id: row.buyer_id === userId ? row.seller_id : row.buyer_id,
      name: row.other_name ?? 'Former member',
      avatarUrl: row.other_avatar,
    },
    last:
      row.last_at === null
        ? null
        : {
            content: row.last_content ?? '',
            type: row.last_type ?? 'message',
            isMine: row.last_sender_id === userId,
            hasPicture: row.last_has_picture === true,
            at: row.last_at,
          },
  }
}
