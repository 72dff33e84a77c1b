/** To the seller: what became of a proposed new day. */
import { defineTemplate } from './email.ts'
import { moveSchema } from './move-data.ts'
import { orderLabel } from './order-data.ts'

export const moveAnswered = defineTemplate(moveSchema, ({ order_id, number, buyer, items, to, from, outcome }) => {
  const isAccepted = outcome === 'accepted'
  const answer = isAccepted ? 'accepted' : outcome === 'declined' ? 'declined' : 'did not answer in time to'
  return {
    subject: `${buyer} ${answer} another day`,
    preview: isAccepted ? `Now on ${to}.` : 'The order keeps its day.',
    heading: isAccepted ? 'New day accepted' : 'The order keeps its day',
    blocks: [
      { kind: 'text', text: orderLabel({ id: order_id, number }) },
      { kind: 'text', text: `${buyer} ${answer} your proposal of ${to} for ${items}.` },
      { kind: 'text', text: isAccepted ? `The order is now due on ${to}.` : `It is due on ${from}, as before.` },
      { kind: 'button', label: 'See the order', path: `/seller/orders?order=${order_id}` },
    ],
  }
})
