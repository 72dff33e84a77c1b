/**
 * How often people do what. The weights are assumptions about a small marketplace, because no traffic of one has been recorded. Where
 * in doubt, they are on the side of more work: a real shop has fewer orders for each visit, and more pictures from browser caches.
 */
import type { Random } from '../../tests/crash/random.ts'
import type { ActionName } from './actions.ts'

export interface MixRow {
  readonly action: ActionName
  /** How many of a thousand arrivals. */
  readonly weight: number
  readonly who: 'visitor' | 'member' | 'seller'
  readonly what: string
  readonly why: string
}

export const mix: readonly MixRow[] = [
  row('home', 110, 'visitor', 'home page', 'most visits begin here'),
  row('category', 100, 'visitor', 'category page, one of 15', 'about one for each visit'),
  row('product', 200, 'visitor', 'product page, any of all', 'the page most read, and shared links lead to it'),
  row('shop', 70, 'visitor', 'shop page', 'a third of those who read a product look at its shop'),
  row('searchPage', 30, 'visitor', 'search page with a text', 'links and reloads; the app itself only calls'),
  row('picture', 160, 'visitor', 'resized picture', 'a new visitor loads up to 24 a page, the others have them cached'),
  row('search', 90, 'visitor', 'search call near a place', 'each filter, sort and next page is one'),
  row('suggest', 90, 'visitor', 'suggestions for some letters', 'several for each text that is typed'),
  row('signIn', 3, 'member', 'sign-in with a password', 'sessions last for weeks; a password costs most time'),
  row('readBasket', 25, 'member', 'basket of the account', 'once for each visit of a member'),
  row('readOrders', 20, 'member', 'list of own orders', 'polled each minute while it is open'),
  row('readUnread', 30, 'member', 'what is unread', 'polled each minute on every page'),
  row('readConversations', 15, 'member', 'list of conversations', 'before each conversation'),
  row('readConversation', 15, 'member', 'a conversation', 'opened about as often as written in'),
  row(
    'sendMessage',
    15,
    'member',
    'message, until it is on the socket of the conversation',
    'questions before an order',
  ),
  row('order', 8, 'member', 'order placed and paid', 'one for 60 page views, more than usual'),
  row('sellerOverview', 5, 'seller', 'overview of the shop', 'polled each minute while it is open'),
  row('sellerInbox', 7, 'seller', 'inbox of orders', 'polled each 15 seconds while it is open'),
  row('advanceOrder', 6, 'seller', 'oldest paid order marked as sent', 'one for most orders'),
  row('upload', 1, 'seller', 'photo of some 300 kB uploaded and resized', 'new products are rare'),
]

function row(action: ActionName, weight: number, who: MixRow['who'], what: string, why: string): MixRow {
  return { action, weight, who, what, why }
}

/** Picks rows by their weights. */
export function createPick(rows: readonly MixRow[], random: Random): () => ActionName {
  const tickets = rows.flatMap(({ action, weight }) => Array.from({ length: weight }, () => action))
  return () => random.pick(tickets)
}
