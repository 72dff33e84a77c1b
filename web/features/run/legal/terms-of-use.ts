/** The Terms of Use: what shoppers, sellers and the marketplace may expect of each other. */
import type { NumberedSection } from '#ui/numbered-text'

const sections: readonly NumberedSection[] = [
  {
    heading: 'What Tuckbox is, and what it is not',
    paragraphs: [
      'Tuckbox runs the marketplace: the pages, the search, the messages and the payments. We do not bake, cook, store or deliver anything ourselves.',
      'When you order, the contract for the food is between you and the shop you buy from. Each shop is an independent food business and is responsible for its food, its descriptions and its allergen information.',
    ],
  },
  {
    heading: 'Your account',
    paragraphs: [
      'You can browse without an account. To order, send messages or sell, you need an account and must be at least 18 years old.',
    ],
    points: [
      'Use your own email address and keep your password to yourself. You are responsible for what is done with your account, unless you have told us that somebody else has access to it.',
      'One person may have one shop.',
      'You may stop using Tuckbox at any time. Paid orders that have not been handed over remain binding on both sides.',
    ],
  },
  {
    heading: 'Orders, prices and payment',
    paragraphs: [
      'Prices are in pounds sterling and are set by the shop. At checkout you see and confirm what you pay: the items, the delivery fee, a tip if you add one, and the total.',
      'A tip is your choice and goes to the shop in full. If the order is cancelled, the whole tip goes back to you.',
    ],
    points: [
      'Delivery costs £3.99 for all the delivered items in a purchase, or is free if they come to more than £50. A shop with its own delivery terms charges its own fee for its order instead. Pickup is free.',
      'An order is binding once it is paid. Until then we hold your items and your pickup time for up to 30 minutes, or 10 for items of a drop, and an order of a subscription for up to 23 hours; after that they go back on sale. Unpaid orders can hold at most half of a shop’s stock of a product, or six if that is more.',
      'A payment provider handles your payment. Your card number never reaches Tuckbox or the shop.',
      'A gift voucher is sold by one shop, for its food and delivery, and is valid until the day shown on it. You can cancel it within 14 days of buying it, while nothing of it has been used. It cannot be exchanged for cash. Anyone who has its code can use it.',
      'A subscription repeats an order for pickup until you cancel it. You agree to it expressly, with its price, days and allergens. We announce each order before we place it, and you pay each one yourself. A saved card is charged for it only if you agreed to that for this subscription, and you can end that on your subscriptions page. If the price rises, or allergens or ingredients change, there are no orders until you agree. You can skip, pause or cancel on your subscriptions page at any time, for free. Cancelling takes effect at once. Orders that you have paid follow the rules for all orders.',
      'A price quoted for a custom order is valid until the day shown in the conversation.',
    ],
  },
  {
    heading: 'Pickup, delivery, cancellation and refunds',
    paragraphs: [
      'You can cancel a paid order yourself, as long as it has not been sent and is not ready for pickup. Unless the shop has its own terms, you can do so within 24 hours of purchase, and until 4 hours before a pickup. A shop’s own terms say until how many hours before pickup or delivery you get everything back, and how much after that. You see them before you pay, and they stay the same for your order. We refund your original payment method. If you keep another delivery of the same purchase, its delivery fee is what it would have been without the cancelled order, and is deducted from the refund, or from what returns to a gift voucher; you see the amount before you confirm. After that time, please message the shop.',
      'You see the pickup area once you have paid, and the address once the order can no longer be cancelled for a full refund or is ready, because it is usually somebody’s home.',
    ],
    points: [
      'The shop may cancel an order that it cannot make. You are then refunded in full.',
      'Please come during the pickup time that you chose. Food that is not picked up often cannot be sold to anyone else.',
      'The 14-day right to return most online purchases does not apply to food that spoils quickly or is made to your specification. If food is not as described or not fit to eat, you have a legal right to a remedy. Tell the shop at once, with a picture if that helps, and tell us if you do not hear back.',
    ],
  },
  {
    heading: 'Allergies and food safety',
    paragraphs: [
      'Every shop declares the 14 allergens for everything it sells. Undeclared products cannot be ordered. You see the declaration before you buy, and a copy is kept with your order. For food made to a quote, the seller answers each allergen that you ask about. You confirm those answers before you pay, and they are kept with your order too.',
      'Most of this food comes from home kitchens, where traces are hard to rule out. If you have a severe allergy, ask the shop before you order. If you feel unwell after eating something you bought here, get medical help first; then tell the shop, your local council and us.',
    ],
  },
  {
    heading: 'What you write and upload',
    paragraphs: [
      'What you write and upload remains yours. You allow us to show it on Tuckbox for as long as it is there, and to resize pictures to fit a screen. Please do not write anything untrue, insulting or unlawful, and do not use other people’s pictures.',
    ],
    points: [
      'Only people who have received an item can review it. A shop may reply once to each review, and nobody can pay to have a review changed.',
      'Do not use Tuckbox to send advertising, to collect other people’s data or to access what is not meant for you, and do not overload it.',
      'We may remove content that breaks these terms, and suspend or close accounts that do so repeatedly or seriously. We tell you why, and you can respond.',
    ],
  },
  {
    heading: 'Responsibility, law and changes',
    paragraphs: [
      'We are responsible for our own services, which we provide with reasonable care and skill. We are not responsible for the food or for what a shop does. Nothing in these terms limits anyone’s liability where the law does not allow it, such as for fraud or for death or personal injury caused by negligence, or your rights as a consumer.',
      'The law of England and Wales applies. If you live in Scotland or Northern Ireland, you may also rely on the law there and go to court there.',
      'We announce important changes to these terms here at least 14 days in advance. Orders placed before a change remain under the earlier terms.',
    ],
  },
]

export const termsOfUse = {
  title: 'Terms of Use',
  date: '2026-11-23',
  introduction:
    'Tuckbox is a marketplace where independent home bakers and small food sellers in the UK sell to people near them. These terms explain how it works. By using Tuckbox you agree to them.',
  sections,
}
