/** Opens the conversation of a buyer about a product, creating it if needed. */
import type { Backend } from '#platform/app-context.ts'
import { isUniqueViolation, unwrap, unwrapOptional } from '#platform/unwrap.ts'

export type OpenedConversation = { kind: 'conversation'; id: string } | { kind: 'own-product' }

/** The seller is looked up here, so that no page contains a seller's user id. */
const sellerOf = 'shop:shops!inner(user_id)'

export const startFailure = { title: 'Error', description: 'Failed to start conversation. Please try again.' }

interface FoundConversation {
  id: string
}

/** @throws QueryError */
export async function openConversation(
  client: Backend,
  buyerId: string,
  productId: string,
): Promise<OpenedConversation> {
  const { shop }: { shop: { user_id: string | null } } = unwrap(
    await client.from('products').select(sellerOf).eq('id', productId).single(),
  )
  const sellerId = shop.user_id
  if (sellerId === null) throw new Error('The shop has no owner any more.')
  if (sellerId === buyerId) return { kind: 'own-product' }

  const participants = { buyer_id: buyerId, seller_id: sellerId, product_id: productId }
  const find = async (): Promise<FoundConversation | null> =>
    unwrapOptional(await client.from('chat_rooms').select('id').match(participants).maybeSingle())
  const existing = await find()
  if (existing) return { kind: 'conversation', id: existing.id }

  const response = await client.from('chat_rooms').insert(participants).select('id').single()
  if (isUniqueViolation(response.error)) {
    // Another tab or a second press has just created it.
    const opened = await find()
    if (opened) return { kind: 'conversation', id: opened.id }
  }
  const opened: FoundConversation = unwrap(response)
  return { kind: 'conversation', id: opened.id }
}
