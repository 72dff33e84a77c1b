/**
 * The Privacy Policy: which personal data is stored, why, for how long, and who can see it. It must describe what the
 * software does.
 */
import type { NumberedSection } from '#ui/numbered-text'

/**
 * All entries that pages store in the browser, some with an id after the name. A test compares the list with the
 * entries after a visit.
 */
const keptInBrowser = [
  {
    name: 'tuckbox-place',
    where: 'cookie, a year',
    what: 'the location and distance you chose, rounded to about half a mile, so that pages show food near you.',
  },
  {
    name: 'auth-flow',
    where: 'cookie, ten minutes at most',
    what: 'links a sign-in with Google or another service to your browser; its name continues with random characters.',
  },
  {
    name: 'tuckbox-session',
    where: 'storage, until you sign out; without ‘Remember me’ until you close the tab',
    what: 'your sign-in.',
  },
  {
    name: 'tuckbox-remember',
    where: 'this tab, until you return',
    what: 'whether you ticked ‘Remember me’, while you sign in with Google or another service.',
  },
  { name: 'tuckbox-cart', where: 'storage, until you empty it or sign out', what: 'your basket.' },
  {
    name: 'tuckbox-cart-preview',
    where: 'storage, until you empty your basket or sign out',
    what: 'what your basket last cost, for when you have no connection.',
  },
  {
    name: 'tuckbox-cart-account',
    where: 'storage, until you sign out',
    what: 'the id of the account that the basket belongs to, and what it contained when it was last saved there.',
  },
  {
    name: 'tuckbox-household',
    where: 'storage, until you remove it or sign out',
    what: 'the people in your household and what they avoid.',
  },
  {
    name: 'tuckbox-household-account',
    where: 'storage, until you sign out',
    what: 'the id of the account that the household belongs to, and what it contained when it was last saved there.',
  },
  { name: 'tuckbox-household-off', where: 'this tab', what: 'that you switched the household off for this visit.' },
  {
    name: 'tuckbox-purchases',
    where: 'storage, until they are paid or have ended',
    what: 'purchases you have started.',
  },
  { name: 'tuckbox-last-paid', where: 'storage', what: 'when a purchase was last found to be paid.' },
  {
    name: 'tuckbox-checkout',
    where: 'this tab, until you sign out',
    what: 'your choices and notes at checkout, with your id and that of an accepted quote after the name.',
  },
  {
    name: 'tuckbox-draft',
    where: 'this tab, until you sign out',
    what: 'your unsent text in a conversation, with your id and that of the conversation after the name.',
  },
  {
    name: 'tuckbox-unsent',
    where: 'this tab, until you sign out',
    what: 'messages that are being sent, with the same ids after the name.',
  },
  {
    name: 'tuckbox-recent-searches',
    where: 'storage, until you clear them, sign in or sign out',
    what: 'your latest eight searches.',
  },
  { name: 'tuckbox-looked-at', where: 'this tab', what: 'products and shops whose view has been counted.' },
  {
    name: 'tuckbox-orders-kept',
    where: 'storage, until you sign out',
    what: 'when your open orders were last fetched for use without a network, with your id.',
  },
  {
    name: 'tuckbox-member',
    where: 'cache, until you sign out; never without ‘Remember me’',
    what: 'your orders and those of your shop, for use without a network, with your id after the name.',
  },
  {
    name: 'tuckbox-pages',
    where: 'cache',
    what: 'the latest 40 pages of food and shops that you opened, without your data.',
  },
  {
    name: 'tuckbox-files',
    where: 'cache',
    what: 'the files that these pages consist of, and the script that opens them without a network.',
  },
  {
    name: 'react-router-scroll-positions',
    where: 'this tab',
    what: 'your scroll position, so that going back returns you to it.',
  },
] as const

const sections: readonly NumberedSection[] = [
  {
    heading: 'Who is responsible',
    paragraphs: [
      'The operator of this marketplace is the data controller under the UK GDPR. If you have a question or request about your data, use the email address below or the contact page.',
      'A shop that you order from or write to is itself responsible for data it records outside Tuckbox, such as in its own order book.',
    ],
  },
  {
    heading: 'What we store',
    paragraphs: ['We store what you give us and what results from using Tuckbox:'],
    points: [
      'your account: email address, name, picture, phone number if you give one, and your password, only as a hash that cannot be reversed;',
      'the devices signed in to it, with the time, network address and browser;',
      'the network address of a wrong code and of a visitor’s message to a shop; that of a member who has not received an order yet, and who orders, waits for something scarce or writes to a shop: for an hour or a day, so that nobody takes more than a share;',
      'your addresses, basket, favourites, and your choice of emails and push messages;',
      'if you turn on notifications: the address that your browser’s push service gave your device, until you turn them off or sign out;',
      'your household, if you save it: the people you buy food for, with the allergens and foods they avoid and their diets;',
      'gift vouchers that you buy: the amount, your message, and the recipient’s name and email address, to which we send the voucher;',
      'your subscriptions: what you subscribed to, its days, and the price and allergens that you agreed to. The shop sees them with your name. They are deleted a year after they end;',
      'your orders: what you bought, the allergens as declared that day, the delivery address, a phone number if you give one for it, and what was paid or refunded;',
      'if you save a card: its brand, last four digits and expiry date. The payment provider keeps the card itself;',
      'your messages, enquiries, reviews and their pictures, and your saved replies;',
      'the members you have blocked, and what you have reported and why;',
      'problems with orders: what you reported, its pictures, the shop’s answer and our decision;',
      'if you sell: your shop, its products and pictures, opening and pickup times, VAT rates, ingredients with their prices and recipes, registration and hygiene rating, and the id of your account with the payment provider;',
      'if a page fails in your browser, sometimes: which kind of page it was, the error’s message without quoted text, addresses and numbers, and the place in our code. We do not record who you are or what you typed;',
      'the number of views of each product and of visits of each shop per day, without recording who they were.',
    ],
  },
  {
    heading: 'What we use it for, and our legal basis',
    paragraphs: [
      'We use it to provide your account, orders, messages and shop (our contract with you), to keep accounts and tax records (a legal obligation), and to keep the marketplace safe, for example by limiting attempts to guess a password (our legitimate interest, and yours).',
      'What the people in your household avoid may reveal something about their health or religion. We store it only with your explicit consent, which you give when you add a person. We use it to leave out and mark food, and to fill in your requests for custom orders, which you can change before you send them. We use it for nothing else. You can withdraw your consent at any time by removing the person.',
      'Allergens that you name in a request to a seller, and for whom, are shown to that seller only and kept with the order. They are deleted with your account.',
    ],
  },
  {
    heading: 'Who sees it',
    paragraphs: ['Only those who need it:'],
    points: [
      'a shop sees, for paid orders, your name, what you ordered, your note, and your address if it delivers to you. If you give a phone number for an order, its shop sees it until the order is over; then we erase it. It sees your email address if you use its contact form, and never your password, your card or your other orders;',
      'you see a pickup address only after you have paid. It is often somebody’s home, so please keep it private;',
      'everyone sees your shop if you have one, and your name and picture beside a review or reply that you write;',
      'your household is seen by you alone. No shop sees it, except what you send in a request for a custom order. Your browser sends what to avoid with each search, without names, and we do not record it;',
      'a problem with an order is seen by you and the shop, and by us if you ask us to decide or if it concerns allergens;',
      'only the two members of a conversation can read it. We read it only if one of them reports it;',
      'the payment provider (Stripe) handles payments under its own policy, and our email provider handles the emails we send;',
      'the push service of your browser (such as Google, Mozilla or Apple) passes notifications to your device. They are encrypted, so it cannot read them.',
    ],
  },
  {
    heading: 'How long we store it',
    paragraphs: [
      'We store your account and its data until you delete it. We then keep your orders without your name, address and note, because shops and we must keep accounts for six years. Your reviews remain without your name, and your shop closes.',
      'We store notifications, and the record of emails sent to you, for 90 days. We delete the details of a signed-in device when it is signed out.',
    ],
  },
  {
    heading: 'Cookies and what stays in your browser',
    paragraphs: [
      'We use two cookies and a few entries in your browser’s storage. Each is needed for something you did, and no other site can read it. You can clear them at any time, which signs you out and empties your basket. None of them tracks you, so there is no cookie banner. This is the complete list:',
    ],
    points: keptInBrowser.map(({ name, where, what }) => `${name} (${where}): ${what}`),
  },
  {
    heading: 'Your rights',
    paragraphs: [
      'You can access your data, take a copy, have it corrected or deleted, and object to or restrict its use. Under Security in your settings you can download your data and delete your account yourself. For anything else, contact us. We reply within a month, free of charge.',
      'If you are unhappy with our answer, you can complain to the Information Commissioner’s Office (ico.org.uk).',
    ],
  },
  {
    heading: 'Safety, and changes to this policy',
    paragraphs: [
      'Rules in the database control who can read and change each record. Passwords are hashed, connections to the public site are encrypted, and pictures are checked before they are shown.',
      'We announce important changes here before they apply, and by email if they affect data you have already given us.',
    ],
  },
]

export const privacyPolicy = {
  title: 'Privacy Policy',
  date: '2026-11-26',
  introduction:
    'Tuckbox stores only what it needs to connect you with local food sellers. We show no advertising, do not track you across other sites and use no third-party analytics.',
  sections,
}
