/** The sample's orders without a review, and its conversations, notifications, enquiries, favourites and addresses. */

import type { AllergenKey } from '../../domain/food/allergens.ts'
import type { Answer } from '../../domain/orders/allergen-requests.ts'
import type { BuyerKey, SellerKey } from './people.ts'
import type { ProductKey } from './products.ts'
import type { ShopKey } from './shops.ts'

export interface SampleOrder {
  readonly key: string
  readonly buyer: BuyerKey
  readonly status: 'processing' | 'shipped' | 'ready' | 'delivered' | 'cancelled'
  readonly isPickedUp: boolean
  readonly daysAgo: number
  readonly items: readonly {
    product: ProductKey
    quantity: number
    price: number
    variation?: string
    personalization?: string
  }[]
  readonly note?: string
  readonly cancelReason?: string
}

/** Orders without a review: one in each status that a buyer and a seller see. */
export const orders: readonly SampleOrder[] = [
  {
    key: 'birthday cake',
    buyer: 'alex',
    status: 'processing',
    isPickedUp: true,
    daysAgo: 0,
    items: [
      {
        product: 'victoria',
        quantity: 1,
        price: 33,
        variation: '8 inch, serves 14',
        personalization: 'happy_birthday',
      },
      { product: 'lemonLoaf', quantity: 1, price: 14.5, variation: 'Classic' },
    ],
    note: 'It is a surprise, so please call my mobile and not the house.',
  },
  {
    key: 'carrot cake',
    buyer: 'nadia',
    status: 'ready',
    isPickedUp: true,
    daysAgo: 2,
    items: [{ product: 'carrot', quantity: 1, price: 26, variation: '6 inch, serves 8' }],
  },
  {
    key: 'two cakes',
    buyer: 'mei',
    status: 'processing',
    isPickedUp: false,
    daysAgo: 1,
    items: [{ product: 'victoria', quantity: 2, price: 24, variation: '6 inch, serves 8' }],
    note: 'Two cakes, two boxes please. They are for neighbours who do not get on.',
  },
  {
    key: 'croissants',
    buyer: 'alex',
    status: 'shipped',
    isPickedUp: false,
    daysAgo: 1,
    items: [
      { product: 'croissants', quantity: 2, price: 11 },
      { product: 'almondCroissants', quantity: 1, price: 8.5 },
    ],
  },
  {
    key: 'sweets',
    buyer: 'alex',
    status: 'delivered',
    isPickedUp: false,
    daysAgo: 3,
    items: [
      { product: 'mithai', quantity: 1, price: 22 },
      { product: 'lassi', quantity: 2, price: 6.5 },
    ],
  },
  {
    key: 'gingerbread',
    buyer: 'alex',
    status: 'cancelled',
    isPickedUp: false,
    daysAgo: 50,
    items: [{ product: 'gingerbread', quantity: 1, price: 21 }],
    cancelReason: 'We are away that weekend after all.',
  },
]

export interface SampleConversation {
  readonly product: ProductKey
  readonly buyer: BuyerKey
  readonly daysAgo: number
  readonly quote?: number
  readonly brief?: {
    readonly servings: number
    readonly budget?: number
    readonly details: string
    readonly allergens?: { readonly allergen: AllergenKey; readonly for: string }[]
  }
  /** To each allergen of the brief, with the quote. */
  readonly answer?: Answer
  readonly messages: readonly (readonly [from: 'buyer' | 'seller', text: string])[]
}

export const conversations: readonly SampleConversation[] = [
  {
    product: 'birthdayCake',
    buyer: 'alex',
    daysAgo: 2,
    quote: 34,
    brief: {
      servings: 12,
      budget: 35,
      details: 'A unicorn that looks friendly, not haunted. Lemon inside.',
      allergens: [{ allergen: 'nuts', for: 'her best friend' }],
    },
    answer: 'kitchen',
    messages: [
      ['buyer', 'Hi Maya! My daughter turns six and has decided that only a unicorn will do. Could you manage one?'],
      [
        'seller',
        'Friendly unicorns are a speciality of the house. Lemon sponge, vanilla buttercream and a marzipan horn?',
      ],
      ['buyer', 'Perfect. One thing: her best friend cannot have nuts.'],
      [
        'seller',
        'Then sugar paste for the horn, no marzipan. My kitchen does handle almonds and walnuts, so I cannot promise no traces. Is that all right?',
      ],
      ['buyer', 'Traces are fine, thank you for saying.'],
    ],
  },
  {
    product: 'unicornCupcakes',
    buyer: 'alex',
    daysAgo: 1,
    messages: [
      ['buyer', 'Could you do twelve cupcakes in the colours of this year’s school play? It is set under the sea.'],
      ['seller', 'I would love to. Send me the poster and I will take the blues from it.'],
    ],
  },
  {
    product: 'birthdayCake',
    buyer: 'george',
    daysAgo: 0,
    brief: { servings: 20, details: 'A retirement cake for a bus driver. Route 73, if possible.' },
    messages: [['buyer', 'Good morning. Is the 14th too soon for something special?']],
  },
]

/** What a notification links to: an order as its buyer or its seller sees it, a conversation, or a page. */
export type SampleLink =
  | { readonly order: string; readonly as: 'buyer' | 'seller' }
  | { readonly conversation: readonly [product: ProductKey, buyer: BuyerKey] }
  | { readonly page: string }

export interface SampleNotification {
  readonly to: BuyerKey | SellerKey
  readonly type: 'order' | 'payment' | 'message' | 'system'
  readonly title: string
  readonly message: string
  readonly link: SampleLink
  readonly hoursAgo: number
  readonly isRead: boolean
}

export const sampleNotifications: readonly SampleNotification[] = [
  {
    to: 'alex',
    type: 'order',
    title: 'Your order is on its way',
    message: 'Petit Matin has sent your croissants. Put the coffee on.',
    link: { order: 'croissants', as: 'buyer' },
    hoursAgo: 2,
    isRead: false,
  },
  {
    to: 'alex',
    type: 'message',
    title: 'Honey & Crumb quoted a price',
    message: 'Your unicorn cake: £34.00.',
    link: { conversation: ['birthdayCake', 'alex'] },
    hoursAgo: 20,
    isRead: false,
  },
  {
    to: 'alex',
    type: 'message',
    title: 'New message from Buttercream Social',
    message: 'I would love to. Send me the poster and I will take the blues from it.',
    link: { conversation: ['unicornCupcakes', 'alex'] },
    hoursAgo: 23,
    isRead: false,
  },
  {
    to: 'alex',
    type: 'payment',
    title: 'Payment received',
    message: 'Thank you: £47.50 for your order from Honey & Crumb.',
    link: { order: 'birthday cake', as: 'buyer' },
    hoursAgo: 22,
    isRead: true,
  },
  {
    to: 'alex',
    type: 'system',
    title: 'Welcome to Tuckbox',
    message: 'Add the allergens you avoid in your profile and we will keep them out of your search.',
    link: { page: '/settings/profile' },
    hoursAgo: 24 * 70,
    isRead: true,
  },
  {
    to: 'maya',
    type: 'order',
    title: 'New order',
    message: 'Alex Turner ordered a Victoria Sponge and a Lemon Drizzle Loaf.',
    link: { order: 'birthday cake', as: 'seller' },
    hoursAgo: 3,
    isRead: false,
  },
  {
    to: 'maya',
    type: 'message',
    title: 'New message',
    message: 'George Whitlock asks about Birthday Cake Made for You.',
    link: { conversation: ['birthdayCake', 'george'] },
    hoursAgo: 5,
    isRead: false,
  },
  {
    to: 'maya',
    type: 'message',
    title: 'New message from Alex Turner',
    message: 'Traces are fine, thank you for saying.',
    link: { conversation: ['birthdayCake', 'alex'] },
    hoursAgo: 22,
    isRead: false,
  },
]

export interface SampleEnquiry {
  readonly shop: ShopKey
  /** Null for a visitor. */
  readonly from: BuyerKey | null
  readonly subject: string
  readonly message: string
  readonly hoursAgo: number
  readonly isRead: boolean
}

export const enquiries: readonly SampleEnquiry[] = [
  {
    shop: 'honey',
    from: 'nadia',
    subject: 'A cake for a very small wedding',
    message:
      'Hello Maya, we are marrying in May with twenty guests and one strong opinion about lemon. Would you make a cake for us, and could we come and taste first?',
    hoursAgo: 6,
    isRead: false,
  },
  {
    shop: 'honey',
    from: null,
    subject: 'Do you deliver to Nunhead?',
    message: 'Your page says eight miles. We are two hills away: does that count double?',
    hoursAgo: 30,
    isRead: false,
  },
  {
    shop: 'honey',
    from: 'alex',
    subject: 'Thank you from class 3B',
    message: 'Thirty-one children, one carrot cake, no crumbs. Could we have the same again for the summer fair?',
    hoursAgo: 24 * 9,
    isRead: true,
  },
]

export const favouriteProducts: readonly (readonly [BuyerKey, ProductKey])[] = [
  ['alex', 'sourdough'],
  ['alex', 'croissants'],
  ['alex', 'curryNight'],
  ['nadia', 'victoria'],
  ['rosie', 'caramels'],
  ['imogen', 'stickyToffee'],
]

export const favouriteShops: readonly (readonly [BuyerKey, ShopKey])[] = [
  ['alex', 'honey'],
  ['alex', 'tiffin'],
  ['dan', 'rain'],
  ['sam', 'plum'],
]

export interface SampleAddress {
  readonly line1: string
  readonly city: string
  readonly postalCode: string
  readonly lat: number
  readonly lon: number
}

/** Each buyer's home; Alex also has an office. */
export const homes: Readonly<Record<BuyerKey, SampleAddress>> = {
  alex: { line1: '22 Copperfield Yard', city: 'London', postalCode: 'SE1 0EP', lat: 51.504, lon: -0.1 },
  nadia: { line1: '9 Grove Crescent', city: 'London', postalCode: 'SE5 8RQ', lat: 51.47, lon: -0.085 },
  george: { line1: '61 Clissold Walk', city: 'London', postalCode: 'N16 9EX', lat: 51.56, lon: -0.085 },
  mei: { line1: 'Flat 8, 14 Venn Court', city: 'London', postalCode: 'SW4 0BD', lat: 51.46, lon: -0.14 },
  rosie: { line1: '37 Parsonage Close', city: 'Manchester', postalCode: 'M20 4GD', lat: 53.43, lon: -2.24 },
  dan: { line1: '5 Cotton Lofts', city: 'Manchester', postalCode: 'M4 6BF', lat: 53.483, lon: -2.227 },
  imogen: { line1: '18 Stackpool Rise', city: 'Bristol', postalCode: 'BS3 1NN', lat: 51.441, lon: -2.605 },
  sam: { line1: '40 Zetland Mews', city: 'Bristol', postalCode: 'BS6 7AE', lat: 51.468, lon: -2.594 },
  ava: { line1: '77 Ramsden Place', city: 'London', postalCode: 'SW12 8RB', lat: 51.446, lon: -0.15 },
}

export const office: SampleAddress = {
  line1: 'Studio 4, 120 Union Wharf',
  city: 'London',
  postalCode: 'SE1 0LL',
  lat: 51.506,
  lon: -0.105,
}
