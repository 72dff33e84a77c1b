/** The questions and answers of the FAQ page. The answers describe what the marketplace does today. */

export interface Question {
  readonly question: string
  readonly answer: string
  /** The page for the next step. */
  readonly link?: { readonly to: string; readonly text: string }
}

export interface QuestionGroup {
  readonly heading: string
  readonly questions: readonly Question[]
}

export const questionGroups: readonly QuestionGroup[] = [
  {
    heading: 'Finding food',
    questions: [
      {
        question: 'Who makes the food?',
        answer:
          'Independent home bakers and small food sellers in the UK. Each shop’s page says who they are, where they are, and their hygiene rating if they show it. Tuckbox itself makes and stores nothing.',
      },
      {
        question: 'How do I see what is near me?',
        answer:
          'Choose the place that is named at the top of every page (on a phone: ‘Change Location’ in the menu), type your town or use your location, and say how far you would go. If too little is within that distance, things from further away are shown as well, and the page says so; each says how many miles away it is.',
      },
      {
        question: 'Can I leave out what I am allergic to?',
        answer:
          'Yes. In the search filters, choose the allergens to avoid: then only things that their makers declare free of them remain. For a severe allergy please ask the shop as well, since most of it comes from home kitchens.',
      },
      {
        question: 'What does ‘Bespoke’ mean?',
        answer:
          'It is made to your wishes and has no fixed price. Message the seller with the date, the number of servings and what you have in mind; the price you are quoted is the price you pay.',
      },
    ],
  },
  {
    heading: 'Ordering and paying',
    questions: [
      {
        question: 'Do I need an account?',
        answer:
          'Not to look around and fill a basket. To order you do, so that you and the shop can find the order again.',
      },
      {
        question: 'Can I order from several shops at once?',
        answer:
          'Yes. You pay once; each shop gets an order of its own, and you choose delivery or a pickup time for each of them.',
      },
      {
        question: 'How long is my basket kept for me?',
        answer:
          'A basket holds nothing back: what is in it may sell out. Once you go on to payment, the items and your pickup time are yours for 30 minutes. After orders that were not paid in time it is 15 minutes, then 5.',
      },
      {
        question: 'Is it safe to pay here?',
        answer:
          'You pay on the page of a payment provider and come back afterwards. Your card number reaches neither Tuckbox nor the shop.',
      },
      {
        question: 'My payment was declined. What now?',
        answer:
          'Nothing was charged. Your order says until when it waits: open it under Your Orders and try again, with another card if you like.',
        link: { to: '/orders', text: 'Your Orders' },
      },
    ],
  },
  {
    heading: 'Delivery and pickup',
    questions: [
      {
        question: 'What does delivery cost?',
        answer:
          '£3.99 for all delivered items of a purchase together, and nothing when they come to more than £50. Picking up is free.',
      },
      {
        question: 'Does every shop deliver to me?',
        answer:
          'No. Some hand over at their door only, and some deliver within a number of miles. Each product says which, and checkout tells you before you pay.',
      },
      {
        question: 'Where do I pick up, and when?',
        answer:
          'You choose a time at checkout from those the shop offers. The address is shown with your order once it is paid, since it is often somebody’s home; from there you can put the time into your calendar.',
      },
      {
        question: 'I cannot make my pickup time.',
        answer:
          'Message the seller from your order as early as you can. Most find another time if they know in advance.',
      },
    ],
  },
  {
    heading: 'Cancelling, refunds and complaints',
    questions: [
      {
        question: 'Can I cancel an order?',
        answer:
          'Within 24 hours of purchase, and until 4 hours before a pickup, as long as it has not been sent out and is not waiting to be picked up: open the order and choose to cancel. You see first what you get back: if the rest of your basket is still delivered and comes to £50 or less, its delivery is charged. After that, please message the seller.',
      },
      {
        question: 'How do I get my money back?',
        answer:
          'By the way you paid. We send the refund at once; until your bank shows it may take five to ten days. Your order says how far it is.',
      },
      {
        question: 'Something was wrong with my food.',
        answer:
          'Message the seller from your order, with a picture where that helps; they can refund all or part of it. If you do not hear back, write to us.',
        link: { to: '/contact', text: 'Contact us' },
      },
    ],
  },
  {
    heading: 'Selling',
    questions: [
      {
        question: 'What do I need before I sell?',
        answer:
          'A food business, at home too, has to register with its council at least 28 days before it opens; that is free and cannot be refused. You need to know food hygiene for what you make, and be able to declare the 14 allergens for everything you offer.',
        link: { to: '/seller/terms', text: 'Seller Terms' },
      },
      {
        question: 'How do I open a shop?',
        answer:
          'It takes a name, a few words and a minute. Add what you make with its ingredients and allergens, say when it can be picked up, and set up your payments.',
        link: { to: '/seller/create-shop', text: 'Open a shop' },
      },
      {
        question: 'Why can nobody buy my product?',
        answer:
          'Most often because its allergens are not declared yet, it is a draft, or there is none left in stock. Your product list says which.',
        link: { to: '/seller/products', text: 'Your products' },
      },
      {
        question: 'Can I close for a holiday?',
        answer:
          'Yes. In your shop’s settings add the days you are away: no pickup times are offered for them, and nothing can be ordered for delivery while you are away.',
        link: { to: '/seller/shop-settings', text: 'Shop settings' },
      },
      {
        question: 'Do you help with labels?',
        answer:
          'Yes: for each product and each order there is a label to print, with the full list of ingredients and the allergens emphasised in it. Check that it is right for what is in the box.',
      },
    ],
  },
  {
    heading: 'Your account',
    questions: [
      {
        question: 'I did not get the confirmation email.',
        answer:
          'Look in the folder for unwanted mail first. Then choose ‘Trouble signing in?’ in the sign-in window: there you can have it sent again.',
      },
      {
        question: 'What do you know about me?',
        answer: 'What you told us and what you ordered, and nothing from anywhere else. There is no tracking here.',
        link: { to: '/privacy', text: 'Privacy Policy' },
      },
      {
        question: 'How do I download my data, or delete my account?',
        answer:
          'Both are under Security in your settings. An account goes at once and for good, as soon as nothing is owed: orders that are paid have to be handed over or cancelled first.',
        link: { to: '/settings/security', text: 'Security' },
      },
    ],
  },
]
