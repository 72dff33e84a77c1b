/** To the buyer, in the morning of the day before: when and where, also as an entry for their calendar. */
import { pickupCalendar, pickupCalendarName } from '../../../../domain/pickup-calendar.ts'
import { template } from './letter.ts'
import { aboutOrder, handOverBlocks, itemsBlock, noteBlocks, numberOf, orderPath, pickupTime } from './order-facts.ts'

export const pickupReminder = template(aboutOrder, ({ name, order }, house) => {
  const { pickup } = order
  if (!pickup) throw new Error(`${numberOf(order)} is not picked up`)
  const { date, start, end, place } = pickup
  const file = pickupCalendar({
    orderId: order.id,
    shopName: order.shop,
    date,
    start,
    end,
    place,
    items: order.items.map(({ quantity, name: item }) => `${quantity} × ${item}`),
    url: house.siteUrl + orderPath(order),
    now: house.now,
  })
  return {
    subject: `Tomorrow: pick up your order from ${order.shop}`,
    preview: `${pickupTime(pickup)}.`,
    heading: 'See you tomorrow',
    blocks: [
      { kind: 'text', text: `${name}, a small reminder: tomorrow ${order.shop} has your order for you.` },
      ...handOverBlocks(order),
      ...noteBlocks('Your note', order.note),
      { kind: 'heading', text: order.shop, path: orderPath(order), note: numberOf(order) },
      itemsBlock(order.items, house),
      { kind: 'button', label: 'See your order', path: orderPath(order) },
      { kind: 'text', text: 'The attached file puts it into your calendar.' },
    ],
    attachments: [
      {
        filename: pickupCalendarName(order.id),
        contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
        content: file,
      },
    ],
  }
})
