/** Which page file each path shows. Only data, so that tests can read it without loading pages. */

/** Paths and their pages, each a file `web/features/NAME.page.tsx`. */
export type Pages = Readonly<Record<`/${string}`, string>>

/** Public pages that do not depend on the catalogue. They are listed in the sitemap. */
export const sitemapPages: Pages = {
  '/': 'catalogue/home',
  '/contact': 'contact/contact',
  '/faq': 'legal/faq',
  '/privacy': 'legal/privacy',
  '/seller/terms': 'seller/terms',
  '/terms': 'legal/terms',
}

export const pages: Pages = {
  '/admin': 'moderation/admin',
  '/admin/members/:memberId': 'moderation/member',
  '/cart': 'basket/cart',
  '/category/:category': 'catalogue/category',
  '/checkout': 'checkout/checkout',
  '/checkout/:checkoutId': 'checkout/confirmation',
  '/drops/:dropId': 'drops/drop',
  '/following': 'followers/following',
  '/gift-voucher': 'vouchers/balance',
  '/gift-vouchers': 'vouchers/vouchers',
  '/gift-vouchers/:voucherId': 'vouchers/bought',
  '/household': 'household/household',
  '/messages': 'messages/messages',
  '/notifications': 'notifications/notifications',
  '/occasion/:occasion': 'catalogue/occasion',
  '/order-history': 'orders/order-history',
  '/order/:orderId': 'orders/order',
  '/orders': 'orders/orders',
  '/pay-order/:token': 'manual-orders/pay-order',
  '/pay/:session': 'payment/pay',
  '/product/:productId': 'product/product',
  '/profile': 'account/profile',
  '/search': 'catalogue/search',
  '/seller/create-shop': 'seller/create-shop',
  '/seller/shop-settings': 'seller/shop-settings',
  '/shop/:shopName': 'shop/shop',
  '/shop/:shopName/gift-vouchers': 'vouchers/buy',
  '/subscriptions': 'subscriptions/subscriptions',
  '/unsubscribe': 'followers/unsubscribe',
}

/** Pages inside a layout, `web/features/NAME.layout.tsx`, which stays while a member moves between them. */
export const layouts: Readonly<Record<string, Pages>> = {
  'seller/seller': {
    '/seller/analytics': 'seller-analytics/analytics',
    '/seller/announcements': 'seller-announcements/announcements',
    '/seller/calendar': 'seller-calendar/calendar',
    '/seller/cancellation-terms': 'seller/cancellation-terms',
    '/seller/create-product': 'seller-products/create-product',
    '/seller/customers': 'seller-customers/customers',
    '/seller/customers/:memberId': 'seller-customers/customer',
    '/seller/dashboard': 'seller/dashboard',
    '/seller/delivery': 'seller/delivery',
    '/seller/drops': 'drops/seller-drops',
    '/seller/drops/:dropId': 'drops/edit-drop',
    '/seller/kitchen': 'seller/kitchen',
    '/seller/money': 'seller-money/money',
    '/seller/orders': 'seller-orders/seller-orders',
    '/seller/orders/:orderId/labels': 'seller-products/order-labels',
    '/seller/orders/:orderId/packing': 'seller-orders/packing',
    '/seller/orders/new': 'manual-orders/new-order',
    '/seller/orders/prep': 'seller-orders/prep',
    '/seller/payment-settings': 'seller/payment-settings',
    '/seller/products': 'seller-products/products',
    '/seller/promotions': 'seller-promotions/promotions',
    '/seller/products/:productId/edit': 'seller-products/edit-product',
    '/seller/products/:productId/label': 'seller-products/label',
    '/seller/products/:productId/recipe': 'seller-recipes/recipe',
    '/seller/recipe-costs': 'seller-recipes/recipe-costs',
    '/seller/share': 'share/share',
    '/seller/subscriptions': 'subscriptions/seller-subscriptions',
    '/seller/vouchers': 'seller-vouchers/vouchers',
  },
  'settings/settings': {
    '/settings/addresses': 'settings/addresses',
    '/settings/cards': 'settings/cards',
    '/settings/notifications': 'settings/notifications',
    '/settings/profile?': 'settings/profile',
    '/settings/security': 'settings/security',
  },
}
