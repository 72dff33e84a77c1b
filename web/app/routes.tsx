/** The routes. Each page is a chunk of its own, loaded on the first visit. */
import type { RouteObject } from 'react-router'
import type { AppContext } from '#platform/app-context.ts'
import type { PageModule } from '#platform/page.ts'
import { Layout } from './layout.tsx'
import { RouteError } from './route-error.tsx'

interface PageRoute {
  path: string
  /** The page's file as the manifest names it, so that the server can preload its chunk. */
  file: string
  load: () => Promise<PageModule>
  /** A public page that does not depend on the catalogue. It is listed in the sitemap. */
  isStatic?: true
}

export const pageRoutes: readonly PageRoute[] = [
  {
    path: '/',
    file: 'web/features/catalogue/home.page.tsx',
    load: () => import('#pages/catalogue/home'),
    isStatic: true,
  },
  {
    path: '/product/:productId',
    file: 'web/features/product/product.page.tsx',
    load: () => import('#pages/product/product'),
  },
  { path: '/shop/:shopName', file: 'web/features/shop/shop.page.tsx', load: () => import('#pages/shop/shop') },
  { path: '/search', file: 'web/features/catalogue/search.page.tsx', load: () => import('#pages/catalogue/search') },
  { path: '/cart', file: 'web/features/basket/cart.page.tsx', load: () => import('#pages/basket/cart') },
  { path: '/pay/:session', file: 'web/features/payment/pay.page.tsx', load: () => import('#pages/payment/pay') },
  {
    path: '/checkout',
    file: 'web/features/checkout/checkout.page.tsx',
    load: () => import('#pages/checkout/checkout'),
  },
  {
    path: '/checkout/:checkoutId',
    file: 'web/features/checkout/confirmation.page.tsx',
    load: () => import('#pages/checkout/confirmation'),
  },
  { path: '/orders', file: 'web/features/orders/orders.page.tsx', load: () => import('#pages/orders/orders') },
  {
    path: '/order-history',
    file: 'web/features/orders/order-history.page.tsx',
    load: () => import('#pages/orders/order-history'),
  },
  { path: '/order/:orderId', file: 'web/features/orders/order.page.tsx', load: () => import('#pages/orders/order') },
  {
    path: '/seller/orders',
    file: 'web/features/seller-orders/seller-orders.page.tsx',
    load: () => import('#pages/seller-orders/seller-orders'),
  },
  {
    path: '/seller/orders/prep',
    file: 'web/features/seller-orders/prep.page.tsx',
    load: () => import('#pages/seller-orders/prep'),
  },
  {
    path: '/seller/orders/:orderId/packing',
    file: 'web/features/seller-orders/packing.page.tsx',
    load: () => import('#pages/seller-orders/packing'),
  },
  {
    path: '/messages',
    file: 'web/features/messages/messages.page.tsx',
    load: () => import('#pages/messages/messages'),
  },
  { path: '/profile', file: 'web/features/account/profile.page.tsx', load: () => import('#pages/account/profile') },
  {
    path: '/seller/dashboard',
    file: 'web/features/seller/dashboard.page.tsx',
    load: () => import('#pages/seller/dashboard'),
  },
  {
    path: '/seller/create-shop',
    file: 'web/features/seller/create-shop.page.tsx',
    load: () => import('#pages/seller/create-shop'),
  },
  {
    path: '/seller/shop-settings',
    file: 'web/features/seller/shop-settings.page.tsx',
    load: () => import('#pages/seller/shop-settings'),
  },
  {
    path: '/seller/payment-settings',
    file: 'web/features/seller/payment-settings.page.tsx',
    load: () => import('#pages/seller/payment-settings'),
  },
  {
    path: '/seller/analytics',
    file: 'web/features/seller-analytics/analytics.page.tsx',
    load: () => import('#pages/seller-analytics/analytics'),
  },
  {
    path: '/seller/terms',
    file: 'web/features/seller/terms.page.tsx',
    load: () => import('#pages/seller/terms'),
    isStatic: true,
  },
  {
    path: '/seller/products',
    file: 'web/features/seller-products/products.page.tsx',
    load: () => import('#pages/seller-products/products'),
  },
  {
    path: '/seller/create-product',
    file: 'web/features/seller-products/create-product.page.tsx',
    load: () => import('#pages/seller-products/create-product'),
  },
  {
    path: '/seller/products/:productId/edit',
    file: 'web/features/seller-products/edit-product.page.tsx',
    load: () => import('#pages/seller-products/edit-product'),
  },
  {
    path: '/seller/products/:productId/label',
    file: 'web/features/seller-products/label.page.tsx',
    load: () => import('#pages/seller-products/label'),
  },
  {
    path: '/seller/orders/:orderId/labels',
    file: 'web/features/seller-products/order-labels.page.tsx',
    load: () => import('#pages/seller-products/order-labels'),
  },
  {
    path: '/category/:category',
    file: 'web/features/catalogue/category.page.tsx',
    load: () => import('#pages/catalogue/category'),
  },
  {
    path: '/occasion/:occasion',
    file: 'web/features/catalogue/occasion.page.tsx',
    load: () => import('#pages/catalogue/occasion'),
  },
  {
    path: '/notifications',
    file: 'web/features/notifications/notifications.page.tsx',
    load: () => import('#pages/notifications/notifications'),
  },
  {
    path: '/settings',
    file: 'web/features/settings/settings.page.tsx',
    load: () => import('#pages/settings/settings'),
  },
  {
    path: '/settings/profile',
    file: 'web/features/settings/profile.page.tsx',
    load: () => import('#pages/settings/profile'),
  },
  {
    path: '/settings/addresses',
    file: 'web/features/settings/addresses.page.tsx',
    load: () => import('#pages/settings/addresses'),
  },
  {
    path: '/settings/security',
    file: 'web/features/settings/security.page.tsx',
    load: () => import('#pages/settings/security'),
  },
  {
    path: '/settings/notifications',
    file: 'web/features/settings/notifications.page.tsx',
    load: () => import('#pages/settings/notifications'),
  },
  {
    path: '/contact',
    file: 'web/features/contact/contact.page.tsx',
    load: () => import('#pages/contact/contact'),
    isStatic: true,
  },
  { path: '/faq', file: 'web/features/legal/faq.page.tsx', load: () => import('#pages/legal/faq'), isStatic: true },
  {
    path: '/terms',
    file: 'web/features/legal/terms.page.tsx',
    load: () => import('#pages/legal/terms'),
    isStatic: true,
  },
  {
    path: '/privacy',
    file: 'web/features/legal/privacy.page.tsx',
    load: () => import('#pages/legal/privacy'),
    isStatic: true,
  },
  { path: '/admin', file: 'web/features/moderation/admin.page.tsx', load: () => import('#pages/moderation/admin') },
  { path: '*', file: 'web/app/not-found.page.tsx', load: () => import('./not-found.page.tsx') },
]

/** The route objects for React Router. A route's `id` is the file of its page. */
export function createRoutes(app: AppContext): RouteObject[] {
  const pages = pageRoutes.map(
    ({ path, file, load }): RouteObject => ({
      id: file,
      path,
      lazy: async () => {
        const page = await load()
        return { Component: page.Component, loader: page.loader?.(app) }
      },
    }),
  )
  return [
    {
      id: 'layout',
      Component: Layout,
      // A page's error is shown inside the layout.
      children: [{ id: 'page-errors', errorElement: <RouteError />, children: pages }],
      errorElement: <RouteError />,
    },
  ]
}
