/** The rows of the sample's people beyond their accounts: addresses, conversations, notifications, favourites. */
import { type AccountIds, type Clock, sampleId } from './ids.ts'
import {
  conversations,
  enquiries,
  favouriteProducts,
  favouriteShops,
  homes,
  office,
  type SampleAddress,
  type SampleLink,
  sampleNotifications,
} from './orders.ts'
import { type BuyerKey, buyers, fullName, people, personKeys } from './people.ts'
import { products } from './products.ts'
import { orderKey } from './sales.ts'
import { shops } from './shops.ts'
import type { Insert } from './tables.ts'

function isBuyer(key: string): key is BuyerKey {
  return key in buyers
}
const buyerKeys = Object.keys(buyers).filter(isBuyer)

export function profileRows(accounts: AccountIds): Insert<'profiles'>[] {
  return personKeys.map((key) => ({
    id: accounts(key),
    name: fullName(people[key]),
    first_name: people[key].firstName,
    last_name: people[key].lastName,
    town: people[key].town,
  }))
}

function addressRow(
  buyer: BuyerKey,
  name: string,
  { line1, city, postalCode, lat, lon }: SampleAddress,
  accounts: AccountIds,
): Insert<'user_addresses'> {
  return {
    id: sampleId('address', buyer, name),
    user_id: accounts(buyer),
    full_name: fullName(buyers[buyer]),
    address_line1: line1,
    city,
    postal_code: postalCode,
    lat,
    lon,
    is_default: name === 'home',
  }
}

export function addressRows(accounts: AccountIds): Insert<'user_addresses'>[] {
  return [
    ...buyerKeys.map((buyer) => addressRow(buyer, 'home', homes[buyer], accounts)),
    addressRow('alex', 'office', office, accounts),
  ]
}

export function conversationRows(accounts: AccountIds, clock: Clock): Insert<'chat_rooms'>[] {
  return conversations.map(({ product, buyer, quote, brief, answer, daysAgo }) => ({
    id: sampleId('room', product, buyer),
    buyer_id: accounts(buyer),
    seller_id: accounts(shops[products[product].shop].seller),
    product_id: sampleId('product', product),
    price_quote: quote ?? null,
    brief: brief ?? null,
    allergen_answers: answer ? (brief?.allergens ?? []).map((request) => ({ ...request, answer })) : null,
    created_at: clock.daysAgo(daysAgo, 5),
  }))
}

export function messageRows(accounts: AccountIds, clock: Clock): Insert<'chat_messages'>[] {
  return conversations.flatMap(({ product, buyer, quote, daysAgo, messages }) => {
    const seller = shops[products[product].shop].seller
    const conversation = { chat_room_id: sampleId('room', product, buyer), picture: null }
    const written = messages.map(([from, content], n) => ({
      ...conversation,
      id: sampleId('message', product, buyer, String(n)),
      sender_id: accounts(from === 'buyer' ? buyer : seller),
      content,
      type: 'message',
      // The last one is unread.
      read_at: n < messages.length - 1 ? clock.daysAgo(daysAgo, 4 - n / 4) : null,
      created_at: clock.daysAgo(daysAgo, 5 - n / 4),
    }))
    const quoted = {
      ...conversation,
      id: sampleId('message', product, buyer, 'quote'),
      sender_id: accounts(seller),
      content: `Price quoted: £${quote?.toFixed(2)}`,
      type: 'system',
      read_at: null,
      created_at: clock.daysAgo(daysAgo, 2),
    }
    return quote === undefined ? written : [...written, quoted]
  })
}

export function replyRows(accounts: AccountIds): Insert<'saved_replies'>[] {
  const replies = {
    'Thank you':
      'Thank you so much for your message! I bake in the mornings and answer in the afternoons, so you will hear from me today.',
    'Picking up':
      'Pickup is at the blue door at the end of the mews. Ring once. Please keep the box level on the way home.',
  }
  return Object.entries(replies).map(([title, content]) => ({
    id: sampleId('reply', title),
    user_id: accounts('maya'),
    title,
    content,
  }))
}

/** As the market's own notifications link, so that deleting an account finds and removes them. */
function linkTo(target: SampleLink): string {
  if ('page' in target) return target.page
  if ('conversation' in target) return `/messages?room=${sampleId('room', ...target.conversation)}`
  const id = sampleId('order', orderKey(target.order))
  return target.as === 'buyer' ? `/order/${id}` : `/seller/orders?order=${id}`
}

export function notificationRows(accounts: AccountIds, clock: Clock): Insert<'notifications'>[] {
  return sampleNotifications.map(({ to, type, title, message, link, hoursAgo, isRead }) => ({
    id: sampleId('notification', to, title),
    user_id: accounts(to),
    type,
    title,
    message,
    link: linkTo(link),
    is_read: isRead,
    created_at: clock.hoursAgo(hoursAgo),
  }))
}

export function enquiryRows(accounts: AccountIds, clock: Clock): Insert<'contact_messages'>[] {
  return enquiries.map(({ shop, from, subject, message, hoursAgo, isRead }) => ({
    id: sampleId('enquiry', shop, subject),
    shop_id: sampleId('shop', shop),
    sender_id: from && accounts(from),
    subject,
    message,
    read_at: isRead ? clock.hoursAgo(hoursAgo - 3) : null,
    created_at: clock.hoursAgo(hoursAgo),
  }))
}

export function favouriteRows(accounts: AccountIds): Insert<'favourites'>[] {
  const both = [
    ...favouriteProducts.map(([buyer, product]) => ({
      buyer,
      product_id: sampleId('product', product),
      shop_id: null,
    })),
    ...favouriteShops.map(([buyer, shop]) => ({ buyer, product_id: null, shop_id: sampleId('shop', shop) })),
  ]
  return both.map(({ buyer, product_id, shop_id }) => ({
    id: sampleId('favourite', buyer, product_id ?? '', shop_id ?? ''),
    user_id: accounts(buyer),
    product_id,
    shop_id,
  }))
}
