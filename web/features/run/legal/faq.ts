/** The questions and answers of the FAQ page. The answers describe what the marketplace does today. */

export interface FaqQuestion {
  readonly question: string
  readonly answer: string
  /** The page for the next step. */
  readonly link?: { readonly to: string; readonly text: string }
}

export interface QuestionGroup {
  readonly heading: string
  readonly questions: readonly FaqQuestion[]
}

export const questionGroups: readonly QuestionGroup[] = [
  {
    heading: 'Finding food',
    questions: [
      {
        question: 'Who makes the food?',
        answer:
          'Independent home bakers and small food sellers in the UK. Each shop’s page shows who they are, where they are and, if they publish it, their hygiene rating. Tuckbox itself does not make or store any food.',
      },
      {
        question: 'How do I see what is near me?',
        answer:
          'Select the location at the top of any page (on a phone, ‘Change Location’ in the menu). Enter your town or let your device find it, then choose a distance. Items that you can pick up within that distance, or have delivered, come first. The others follow under ‘Further away’. Every item shows its distance in miles.',
      },
      {
        question: 'Can I avoid what I am allergic to?',
        answer:
          'Yes. Under Allergies and diets, say once who you buy food for and what they avoid. Lists then leave out items that their sellers do not declare suitable. In the search filters you can also choose allergens to avoid. If you order something made for you, name the allergens in your request: the seller has to answer each of them before quoting a price. If your allergy is severe, please ask the shop as well, because most of the food comes from home kitchens. Each product shows what its kitchen handles. If a seller changes the allergens of an open order, we tell you.',
      },
      {
        question: 'What does ‘Bespoke’ mean?',
        answer:
          'It is made to order and has no fixed price. Tell the seller the date, the number of servings and what you have in mind. The price you are quoted is the price you pay.',
      },
    ],
  },
  {
    heading: 'Ordering and paying',
    questions: [
      {
        question: 'Do I need an account?',
        answer:
          'You can browse and fill a basket without one. You need an account to order, so that you and the shop can find the order again.',
      },
      {
        question: 'Can I order from several shops at once?',
        answer:
          'Yes. You pay once, each shop gets its own order, and you choose delivery or a pickup time for each of them.',
      },
      {
        question: 'How long are the items in my basket reserved?',
        answer:
          'Items in your basket are not reserved and may sell out. Once you continue to payment, we hold the items and your pickup time for 30 minutes, or 10 for items of a drop. If you leave an order unpaid, we hold the next one for 15 minutes, then 5.',
      },
      {
        question: 'Is it safe to pay here?',
        answer:
          'Yes. You pay on a payment provider’s page and then return to Tuckbox. Neither Tuckbox nor the shop sees your card number. If you save your card, the payment provider keeps it. You can then pay in one step, and remove it under Settings.',
      },
      {
        question: 'Can I tip the baker?',
        answer:
          'Yes, at checkout, up to £50 for each shop, and at most as much as the food costs. The shop gets all of it, because we take no fee from a tip. If the order is cancelled, you get the tip back.',
      },
      {
        question: 'Can I get the same every week?',
        answer:
          'Yes, if the seller offers it: press “Subscribe” on the product’s page. We tell you before each order, and you pay it yourself or let us charge your saved card. You can skip a week, pause or cancel at any time, with one button.',
        link: { to: '/subscriptions', text: 'Your subscriptions' },
      },
      {
        question: 'My payment was declined. What now?',
        answer:
          'Nothing was charged. Open the order under Your Orders to see how long it is held, and try again, with another card if you like.',
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
          '£3.99 for all the delivered items in a purchase, or free if they come to more than £50. Some shops have their own fee for their orders, which each product page shows. Pickup is free.',
      },
      {
        question: 'Does every shop deliver to me?',
        answer:
          'No. Some shops offer pickup only, and some deliver within a certain distance. Each product page says which, and checkout tells you before you pay.',
      },
      {
        question: 'Where do I pick up, and when?',
        answer:
          'At checkout you choose from the times the shop offers. Once you have paid, your order shows the area. It shows the address once the order can no longer be cancelled or is ready, because it is often somebody’s home. You can also add the pickup to your calendar there.',
      },
      {
        question: 'What if I can’t make my pickup time?',
        answer:
          'Message the seller from your order as early as you can. Most can find another time if they know in advance.',
      },
    ],
  },
  {
    heading: 'Cancelling, refunds and complaints',
    questions: [
      {
        question: 'Can I cancel an order?',
        answer:
          'Yes, as long as it has not been sent and is not ready for pickup: within 24 hours of purchase, and until 4 hours before a pickup. A shop may have its own terms instead, such as a full refund until 48 hours before. You see them on the product, in your basket and at checkout. Open the order and choose ‘Cancel order’. You see the refund before you confirm. If the rest of your purchase is still delivered and comes to £50 or less, its delivery is charged, or a gift voucher returns less it. After that time, please message the seller. If the seller cancels, you always get everything back, and faulty food must be put right whatever the terms say.',
      },
      {
        question: 'How do I get my money back?',
        answer:
          'We refund your original payment method straight away. Banks usually take 5 to 10 working days to show it. If a gift voucher paid for part of the order, the card is refunded first, and the rest is back on the voucher at once. Your order shows its status.',
      },
      {
        question: 'Something was wrong with my food.',
        answer:
          'Message the seller from your order, with a picture if that helps. They can refund all or part of it. If you don’t hear back, contact us.',
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
          'A food business, including one at home, must register with its council at least 28 days before it opens. Registration is free and cannot be refused. You need to know the food hygiene rules for what you make, and declare the 14 allergens for everything you offer.',
        link: { to: '/seller/terms', text: 'Seller Terms' },
      },
      {
        question: 'How do I open a shop?',
        answer:
          'You need a name and a short description, and it takes a minute. Then add your products with their ingredients and allergens, set your pickup times and set up payments.',
        link: { to: '/seller/create-shop', text: 'Open a shop' },
      },
      {
        question: 'Why can nobody buy my product?',
        answer:
          'Usually because its allergens are not declared yet, it is a draft, or it is out of stock. Your product list shows the reason.',
        link: { to: '/seller/products', text: 'Your products' },
      },
      {
        question: 'Can I close while I am away?',
        answer:
          'Yes. Add a closure in your shop settings, for example for a holiday. Buyers are offered no pickup times on those days and cannot order delivery while you are closed.',
        link: { to: '/seller/shop-settings', text: 'Shop settings' },
      },
      {
        question: 'Do you help with labels?',
        answer:
          'Yes. You can print a label for each product and each order, with the full list of ingredients and the allergens emphasised. Check that it matches what is in the box.',
      },
    ],
  },
  {
    heading: 'Your account',
    questions: [
      {
        question: 'What if I didn’t get the confirmation email?',
        answer:
          'Check your spam folder first. Then choose ‘Trouble signing in?’ in the sign-in window to send it again.',
      },
      {
        question: 'What do you know about me?',
        answer:
          'Only what you have told us and what you have ordered. We don’t track you or get data about you from anywhere else.',
        link: { to: '/privacy', text: 'Privacy Policy' },
      },
      {
        question: 'How do I download my data, or delete my account?',
        answer:
          'Both are under Security in your settings. Deleting an account is immediate and permanent. Paid orders must be completed or cancelled first.',
        link: { to: '/settings/security', text: 'Security' },
      },
    ],
  },
]
