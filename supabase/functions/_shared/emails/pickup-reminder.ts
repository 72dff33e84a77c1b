/** To the buyer: a pickup reminder with a calendar file, sent the morning before or once the address is shown. */

import { shortOrderId } from '../../../../domain/orders/order-state.ts'
import { pickupCalendar, pickupCalendarName } from '../../../../domain/orders/pickup-calendar.ts'
import { dayFrom, londonTime } from '../../../../domain/values/calendar.ts'
import { defineTemplate } from './email.ts'
import {
  handOverBlocks,
  itemsBlock,
  noteBlocks,
  orderEmailSchema,
  orderLabel,
  orderPath,
  pickupTime,
} from './order-data.ts'

export const pickupReminder = defineTemplate(orderEmailSchema, ({ name, order }, context) => {
  const { pickup } = order
  if (!pickup) throw new Error(`${orderLabel(order)} is not for pickup`)
  const { date, start, end, place } = pickup
  const day = dayFrom(londonTime(context.now).date, date)
  const file = pickupCalendar({
    orderId: order.id,
    number: order.number ?? shortOrderId(order.id),
    shopName: order.shop,
    date,
    start,
    end,
    place,
    items: order.items.map(({ quantity, name: item }) => `${quantity} × ${item}`),
    url: context.siteUrl + orderPath(order),
    now: context.now,
  })
  return {
    subject: `${capital(day)}: pick up your order from ${order.shop}`,
    preview: `${pickupTime(pickup)}.`,
    heading: `See you ${day}`,
    blocks: [
      { kind: 'text', text: `${name}, this is a reminder to pick up your order from ${order.shop} ${day}.` },
      ...handOverBlocks(order),
      ...noteBlocks('Your note', order.note),
      { kind: 'heading', text: order.shop, path: orderPath(order), note: orderLabel(order) },
      itemsBlock(order.items, context),
      { kind: 'button', label: 'See your order', path: orderPath(order) },
      { kind: 'text', text: 'Open the attached file to add the pickup to your calendar.' },
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
