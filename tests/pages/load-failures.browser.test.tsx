/** What a page says when its content could not be loaded. Every page has a way to try again. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { type Answers, failed } from './answers.ts'
import { expectNoOverflow, main } from './expectations.ts'
import { openPage } from './open-page.tsx'
import { checkoutId, idOf, orderId, ownShop, productId } from './rows.ts'

const id = idOf(20)
const own: Answers = {
  'GET /rest/v1/shops': [{ ...ownShop, costing: null, vat: null }],
  'GET /rest/v1/shop_pickup_places': [],
}

it.each([
  ['/', 'The products could not be loaded'],
  ['/search?q=cake', 'The products could not be loaded'],
  ['/search?q=cake&view=map', 'The shops could not be loaded'],
  ['/category/Cakes', 'The products could not be loaded'],
  ['/occasion/birthday', 'The products could not be loaded'],
  [`/product/${productId}`, 'The product could not be loaded'],
  ['/shop/corner-bakery', 'The shop could not be loaded'],
  ['/shop/corner-bakery/gift-vouchers', 'The shop could not be loaded'],
  [`/drops/${id}`, 'The drop could not be loaded'],
  ['/pay-order/token', 'Your order could not be loaded'],
  ['/pay/session', 'The payment could not be loaded'],
])('A visitor of %s reads: %s', expectFailure())

it.each([
  ['/orders', 'The orders could not be loaded'],
  ['/order-history', 'The orders could not be loaded'],
  [`/order/${orderId}`, 'The order could not be loaded'],
  [`/checkout/${checkoutId}`, 'The orders could not be loaded'],
  ['/messages', 'Your messages could not be loaded'],
  ['/notifications', 'Failed to fetch notifications'],
  ['/following', 'The shops you follow could not be loaded'],
  ['/gift-vouchers', 'Your gift vouchers could not be loaded'],
  [`/gift-vouchers/${id}`, 'The gift voucher could not be loaded'],
  ['/subscriptions', 'Your subscriptions could not be loaded'],
  ['/profile', 'Could not fetch shop data.'],
  ['/settings/profile', 'Your profile could not be loaded.'],
  ['/settings/addresses', 'Your addresses could not be loaded.'],
  ['/settings/cards', 'Your cards could not be loaded.'],
  ['/settings/notifications', 'Your preferences could not be loaded.'],
  ['/seller/dashboard', 'Could not fetch shop data.'],
])(
  'A member reads on %s: %s',
  expectFailure({
    'GET /rest/v1/shops': failed,
    'GET /rest/v1/notifications': failed,
    'GET /rest/v1/saved_cards': failed,
    'GET /rest/v1/shop_followers': failed,
  }),
)

it.each([
  ['/seller/analytics', 'The figures could not be loaded'],
  ['/seller/announcements', 'Your announcements could not be loaded'],
  ['/seller/calendar', 'The calendar could not be loaded'],
  ['/seller/customers', 'Your customers could not be loaded'],
  [`/seller/customers/${id}`, 'This customer could not be loaded'],
  ['/seller/dashboard', 'Your to-do list could not be loaded.'],
  ['/seller/delivery', 'Your delivery terms could not be loaded'],
  ['/seller/drops', 'Your drops could not be loaded'],
  [`/seller/drops/${id}`, 'Your drops could not be loaded'],
  ['/seller/kitchen', 'Your kitchen facts could not be loaded'],
  ['/seller/money', 'Your money could not be loaded'],
  ['/seller/orders', 'The orders could not be loaded'],
  [`/seller/orders/${orderId}/labels`, 'Error loading order'],
  [`/seller/orders/${orderId}/packing`, 'The order could not be loaded'],
  ['/seller/orders/new', 'Your products could not be loaded.'],
  ['/seller/orders/prep', 'The prep sheet could not be loaded.'],
  ['/seller/payment-settings', 'Something went wrong. Please try again.'],
  ['/seller/products', 'Error loading products'],
  [`/seller/products/${productId}/edit`, 'Error loading products'],
  [`/seller/products/${productId}/label`, 'Error loading products'],
  [`/seller/products/${productId}/recipe`, 'This recipe could not be loaded'],
  ['/seller/promotions', 'Your codes could not be loaded'],
  ['/seller/recipe-costs', 'Your recipes could not be loaded'],
  ['/seller/share', 'Your pictures could not be loaded.'],
  ['/seller/shop-settings', 'The closures could not be loaded.'],
  ['/seller/subscriptions', 'The subscriptions could not be loaded'],
  ['/seller/vouchers', 'Your settings could not be loaded'],
])('A seller reads on %s: %s', expectFailure(own))

it.each([
  ['/admin', 'The reports could not be loaded'],
  [`/admin/members/${id}`, 'This member could not be loaded'],
])('An administrator reads on %s: %s', expectFailure({ 'POST /rest/v1/rpc/is_administrator': true }))

/** @param answers what does not fail; for members and visitors alike */
function expectFailure(answers?: Answers) {
  return async (path: string, text: string) => {
    await openPage(path, { ...(answers && { member: {}, answers }), otherwise: failed })
    await expect.element(main().getByText(text).first()).toBeVisible()
    await expect.element(page.getByRole('button', { name: /[Tt]ry again/ }).first()).toBeVisible()
    expectNoOverflow()
  }
}
