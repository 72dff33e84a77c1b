/** To the buyer: a reminder of a delivery, sent the morning before its day. */
import { dayFrom, londonTime } from '../../../../domain/values/calendar.ts'
import { defineTemplate } from './email.ts'
import { handOverBlocks, itemsBlock, noteBlocks, orderEmailSchema, orderLabel, orderPath } from './order-data.ts'

export const deliveryReminder = defineTemplate(orderEmailSchema, ({ name, order }, context) => {
  const date = order.delivery?.date ?? order.agreed_on
  if (!date) throw new Error(`${orderLabel(order)} has no agreed day`)
  const day = dayFrom(londonTime(context.now).date, date)
  const isPosted = order.delivery != null && order.delivery.start === null
  const hours = order.delivery?.start && order.delivery.end ? `, ${order.delivery.start} to ${order.delivery.end}` : ''
  const verb = isPosted ? 'is posted' : 'is delivered'
  return {
    subject: `${capital(day)}: your order from ${order.shop} ${verb}`,
    preview: isPosted ? `It is on its way from ${day}.` : `It arrives ${day}${hours}.`,
    heading: isPosted ? `On its way from ${day}` : `With you ${day}`,
    blocks: [
      {
        kind: 'text',
        text: `${name}, this is a reminder: your order from ${order.shop} ${verb} ${day}${hours}.${isPosted ? '' : ' Please make sure that somebody can take it in.'}`,
      },
      ...handOverBlocks(order),
      ...noteBlocks('Your note', order.note),
      { kind: 'heading', text: order.shop, path: orderPath(order), note: orderLabel(order) },
      itemsBlock(order.items, context),
      { kind: 'button', label: 'See your order', path: orderPath(order) },
    ],
  }
})

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
