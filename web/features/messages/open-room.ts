/** The conversation of a buyer with a product's seller: the one there is, else a new one. */
import type { Backend } from '#web/app/app-context.ts'
import { unwrap, unwrapOptional } from '#web/app/unwrap.ts'

export type OpenedRoom = { kind: 'room'; id: string } | { kind: 'own-product' }

/** Who sells a product is read only now, so that no page carries a seller's user id. */
const sellerOf = 'shop:shops!inner(user_id)'
interface Room {
  id: string
}

const alreadyThere = '23505'

/** @throws QueryError */
export async function openRoom(client: Backend, buyerId: string, productId: string): Promise<OpenedRoom> {
  const { shop }: { shop: { user_id: string | null } } = unwrap(
    await client.from('products').select(sellerOf).eq('id', productId).single(),
  )
  const sellerId = shop.user_id
  if (sellerId === null) throw new Error('The shop has no owner any more.')
  if (sellerId === buyerId) return { kind: 'own-product' }

  const three = { buyer_id: buyerId, seller_id: sellerId, product_id: productId }
  const find = async (): Promise<Room | null> =>
    unwrapOptional(await client.from('chat_rooms').select('id').match(three).maybeSingle())
  const present = await find()
  if (present) return { kind: 'room', id: present.id }

  const answer = await client.from('chat_rooms').insert(three).select('id').single()
  if (answer.error?.code === alreadyThere) {
    // Another tab, or a second press, was faster by a moment.
    const opened = await find()
    if (opened) return { kind: 'room', id: opened.id }
  }
  const opened: Room = unwrap(answer)
  return { kind: 'room', id: opened.id }
}
