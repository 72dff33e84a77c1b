/**
 * The Privacy Policy: which personal data is stored, why, for how long, and who can see it. It must describe what the
 * software does.
 */
import type { NumberedSection } from '#ui/numbered-text'

export const privacyTitle = 'Privacy Policy'

/** The date of the last change. */
export const privacyDate = '2026-11-21'

export const privacyIntroduction =
  'Tuckbox keeps what it needs to bring you and a baker together, and nothing to sell you anything else. There is no advertising here, no tracking across sites and no analytics by others.'

/**
 * All entries that pages store in the browser, some with an id after the name. A test compares the list with the
 * entries after a visit.
 */
const keptInBrowser = [
  {
    name: 'tuckbox-place',
    where: 'cookie, a year',
    what: 'the place and the distance that you chose for looking around, rounded to about half a mile, so that pages arrive with food near you.',
  },
  {
    name: 'auth-flow',
    where: 'cookie, ten minutes at most',
    what: 'ties a sign-in through Google or another service to your browser; more letters follow in its name.',
  },
  {
    name: 'tuckbox-session',
    where: 'storage, until you sign out; without ‘Remember me’ until you close the tab',
    what: 'your sign-in.',
  },
  {
    name: 'tuckbox-remember',
    where: 'this tab, until you are back',
    what: 'whether you have ticked ‘Remember me’, while you sign in on the page of Google or another service.',
  },
  { name: 'tuckbox-cart', where: 'storage, until you empty it', what: 'your basket.' },
  { name: 'tuckbox-purchases', where: 'storage, until they are paid or over', what: 'purchases that you have begun.' },
  {
    name: 'tuckbox-checkout',
    where: 'this tab',
    what: 'what you have chosen and typed at checkout so far; for each quote that you accept, one with its number after the name.',
  },
  {
    name: 'tuckbox-draft',
    where: 'this tab, until you sign out',
    what: 'what you are writing in a conversation; your number and that of the conversation follow in its name.',
  },
  {
    name: 'tuckbox-unsent',
    where: 'this tab, until you sign out',
    what: 'messages on their way, until they have arrived; the same numbers follow in its name.',
  },
  { name: 'tuckbox-looked-at', where: 'this tab', what: 'which products have been counted as looked at.' },
  {
    name: 'react-router-scroll-positions',
    where: 'this tab',
    what: 'how far you had scrolled, so that going back leads to where you were.',
  },
] as const

export const privacySections: readonly NumberedSection[] = [
  {
    heading: 'Who is responsible',
    paragraphs: [
      'Whoever runs this marketplace is responsible for your data under the UK GDPR. Write to the mailbox below, or through the contact page, with any question or wish about it.',
      'A shop that you order from or write to is responsible itself for what it notes down outside Tuckbox, for instance in its own order book.',
    ],
  },
  {
    heading: 'What we keep',
    paragraphs: ['What you give us, and what comes of using Tuckbox:'],
    points: [
      'your account: email address, name, picture, phone number if you give one, and your password only as a hash that cannot be turned back;',
      'the devices that are signed in to it: when, from which network address and with which browser;',
      'your addresses, favourites, allergens to avoid and choices about letters;',
      'your orders, with what you bought, the allergens as declared that day, where it went, and what was paid or refunded;',
      'your messages, enquiries, reviews and their pictures, and replies that you have saved;',
      'whom you have blocked, and what you have reported and why;',
      'if you sell: your shop, its products and pictures, opening and pickup times, registration and hygiene rating, and the number of your account with the payment provider;',
      'how often a product is looked at on a day, without a trace of who looked.',
    ],
  },
  {
    heading: 'What we use it for, and why we may',
    paragraphs: [
      'To carry out what you asked for: your account, your orders, your messages, your shop (that is our contract with you). To keep accounts and tax records (the law). To keep the marketplace safe, for instance by limiting how often somebody may try a password (our legitimate interest, and yours).',
      'Allergens that you want to avoid may tell something about your health. You choose whether to save them; they are used to filter what you are shown, and you can remove them at any time.',
    ],
  },
  {
    heading: 'Who sees it',
    paragraphs: ['Nobody who does not need it:'],
    points: [
      'a shop sees, for orders that are paid, your name, what you ordered, your note, and the address and phone number if it delivers to you; and your email address if you write to it by its contact form; never your password, your card or your other orders;',
      'you see where to pick up, which is often somebody’s home, once you have paid: please treat it as such;',
      'everybody sees your shop if you have one, and your name and picture beside a review or reply that you write;',
      'a conversation is read by the two people in it, and by us only if one of them reports it;',
      'the payment provider (Stripe) handles the payment under its own policy, and whoever carries our letters sees those letters.',
    ],
  },
  {
    heading: 'How long we keep it',
    paragraphs: [
      'Your account and what belongs to it stay until you have it deleted. Then they go. Orders are kept without your name, address and note, since the shop and we must keep books for six years; reviews stay without your name; a shop is closed.',
      'Notifications are kept for 90 days, and so is the record of which letters were sent to you. Where a device was signed in is forgotten when that sign-in ends.',
    ],
  },
  {
    heading: 'Cookies and what stays in your browser',
    paragraphs: [
      'There are two cookies, and a few things in your browser’s own storage. Each is there only because of something you did, and none of it is read by other sites. You may clear all of it; then you are signed out and the basket is empty. Since nothing here follows you around, there is no banner to click away. This is all of it, by name:',
    ],
    points: keptInBrowser.map(({ name, where, what }) => `${name} (${where}): ${what}`),
  },
  {
    heading: 'Your rights',
    paragraphs: [
      'You may see what we keep about you, take it with you, have it corrected or deleted, and object to or limit what we do with it. Much of this you can do yourself: under Security in your settings you can download all of it, and delete your account. For the rest, write to us and we answer within a month, free of charge.',
      'If you think that we are wrong, you may complain to the Information Commissioner’s Office (ico.org.uk).',
    ],
  },
  {
    heading: 'Safety, and changes to this policy',
    paragraphs: [
      'Rules in the database itself decide row by row who may read and change what. Passwords are hashed, connections are encrypted where the site is run for the public, and pictures are checked before they are shown.',
      'When something changes that matters to you, we say so here before it applies, and by letter where it concerns what you have already given us.',
    ],
  },
]
