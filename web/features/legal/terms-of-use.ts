/** The Terms of Use: what shoppers, sellers and the marketplace may expect of each other. */
import type { NumberedSection } from '#ui/numbered-text'

export const termsTitle = 'Terms of Use'

/** The date of the last change. */
export const termsDate = '2026-11-21'

export const termsIntroduction =
  'Tuckbox is where independent home bakers and small food sellers in the UK offer what they make to people near them. These terms say in plain words how that works. By using Tuckbox you agree to them.'

export const termsSections: readonly NumberedSection[] = [
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
      'You can look around without an account. To order, to write messages and to sell you need one, and you must be at least 18 years old.',
    ],
    points: [
      'Give an email address that is yours, and keep your password to yourself. What is done with your account counts as done by you, unless you have told us that somebody else has got into it.',
      'One person may have one shop.',
      'You may stop using Tuckbox at any time. Orders that are paid and not yet handed over are still owed, by both sides.',
    ],
  },
  {
    heading: 'Orders, prices and payment',
    paragraphs: [
      'Prices are in pounds sterling and are those of the shop. What you are asked to confirm at checkout is what you pay: the items, the delivery fee and the total.',
    ],
    points: [
      'Delivery costs £3.99 for all delivered items of a purchase together, and nothing when they come to more than £50. Picking up is free.',
      'An order is binding once it is paid. Until then your items and your pickup time are kept for up to 30 minutes, and go back on sale after that. Unpaid orders can hold at most half of what a shop has of a product, or six where there are few.',
      'Payment goes through a payment provider. Your card number never reaches Tuckbox or the shop.',
      'A price that a shop has quoted you for a custom order holds until the day named in the conversation.',
    ],
  },
  {
    heading: 'Pickup, delivery, cancellation and refunds',
    paragraphs: [
      'You can cancel a paid order yourself within 24 hours of purchase, as long as it has not been sent out and is not waiting to be picked up; an order to pick up until 4 hours before its pickup time. You are then refunded, back to your original payment method. If you keep another delivery of the same purchase, its delivery fee is what it would have been without the cancelled order, and comes out of the refund; you see the amount before you confirm. After that, please write to the shop.',
      'You see the area of a pickup when you have paid, and its address once the order can no longer be cancelled or is ready, because it is mostly somebody’s home.',
    ],
    points: [
      'The shop may cancel an order that it cannot make, and then you are refunded in full, too.',
      'Please come within the pickup window that you chose. Food that nobody fetches often cannot be sold to anyone else.',
      'The 14 days in which most things bought online can be sent back do not apply to food that spoils quickly, nor to what was made to your wishes. If food is not as described or not fit to eat, the law gives you a right to a remedy: tell the shop at once, with a picture where that helps, and tell us if you do not hear back.',
    ],
  },
  {
    heading: 'Allergies and food safety',
    paragraphs: [
      'Every shop declares the 14 allergens for everything it sells; what is undeclared cannot be ordered. The declaration is shown before you buy and kept with your order as it was on that day.',
      'Most of this food comes from home kitchens, where traces are hard to rule out. If you have a severe allergy, ask the shop before you order. If you feel unwell after eating something you bought here, get medical help first; then tell the shop, your local council and us.',
    ],
  },
  {
    heading: 'What you write and upload',
    paragraphs: [
      'What you write and upload stays yours. You let us show it on Tuckbox for as long as it is there, and resize pictures to fit a screen. Please write nothing that is untrue, insulting or against the law, and use no pictures that belong to others.',
    ],
    points: [
      'Reviews are written by people who received what they review, and by nobody else. A shop may reply once to each, and nobody can pay for having one changed.',
      'Do not use Tuckbox to send advertising, to collect other people’s data or to get at what is not meant for you, and do not put a load on it that keeps others from using it.',
      'We may remove what breaks these terms and suspend or close accounts that do so again or badly. We say why, and you may answer.',
    ],
  },
  {
    heading: 'Responsibility, law and changes',
    paragraphs: [
      'We answer for what we do ourselves, with reasonable care and skill. We do not answer for the food or for what a shop does. Nothing here limits anybody’s responsibility where the law does not allow it, for death or personal injury by negligence or for fraud, nor your rights as a consumer.',
      'The law of England and Wales applies; if you live in Scotland or Northern Ireland you may rely on its law and go to court there.',
      'When we change these terms in a way that matters, we say so here at least 14 days before. What you ordered before the change stays under the terms of that day.',
    ],
  },
]
