/** To the buyer, in the morning of the day before, or once the address is shown: when and where, also as an entry for their calendar. */
import { dayFrom, londonTime } from '../../../../domain/calendar.ts'
import { pickupCalendar, pickupCalendarName } from '../../../../domain/pickup-calendar.ts'
import { template } from './letter.ts'
import { aboutOrder, handOverBlocks, itemsBlock, noteBlocks, numberOf, orderPath, pickupTime } from './order-facts.ts'

export const pickupReminder = template(aboutOrder, ({ name, order }, house) => {
  const { pickup } = order
  if (!pickup) throw new Error(`${numberOf(order)} is not picked up`)
  const { date, start, end, place } = pickup
  const day = dayFrom(londonTime(house.now).date, date)
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
    subject: `${capital(day)}: pick up your order from ${order.shop}`,
    preview: `${pickupTime(pickup)}.`,
    heading: `See you ${day}`,
    blocks: [
      { kind: 'text', text: `${name}, a small reminder: ${day} ${order.shop} has your order for you.` },
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

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
