/** The routes: which page file each path shows. Each page is a chunk of its own, loaded on the first visit. */
import { matchRoutes, type RouteObject } from 'react-router'
import type { PageModule } from '#platform/page.ts'
import { Layout } from './layout.tsx'
import { RouteError } from './route-error.tsx'

/** Paths and their pages, `web/features/NAME.page.tsx`. */
type Pages = Readonly<Record<`/${string}`, string>>

/** Public pages that do not depend on the catalogue. They are listed in the sitemap. */
export const sitemapPages: Pages = {
  '/': 'catalogue/home',
  '/contact': 'contact/contact',
  '/faq': 'legal/faq',
  '/privacy': 'legal/privacy',
  '/seller/terms': 'seller/terms',
  '/terms': 'legal/terms',
}

const pages: Pages = {
  '/admin': 'moderation/admin',
  '/cart': 'basket/cart',
  '/category/:category': 'catalogue/category',
  '/checkout': 'checkout/checkout',
  '/checkout/:checkoutId': 'checkout/confirmation',
  '/messages': 'messages/messages',
  '/notifications': 'notifications/notifications',
  '/occasion/:occasion': 'catalogue/occasion',
  '/order-history': 'orders/order-history',
  '/order/:orderId': 'orders/order',
  '/orders': 'orders/orders',
  '/pay/:session': 'payment/pay',
  '/product/:productId': 'product/product',
  '/profile': 'account/profile',
  '/search': 'catalogue/search',
  '/seller/analytics': 'seller-analytics/analytics',
  '/seller/create-product': 'seller-products/create-product',
  '/seller/create-shop': 'seller/create-shop',
  '/seller/dashboard': 'seller/dashboard',
  '/seller/orders': 'seller-orders/seller-orders',
  '/seller/orders/:orderId/labels': 'seller-products/order-labels',
  '/seller/orders/:orderId/packing': 'seller-orders/packing',
  '/seller/orders/prep': 'seller-orders/prep',
  '/seller/payment-settings': 'seller/payment-settings',
  '/seller/products': 'seller-products/products',
  '/seller/products/:productId/edit': 'seller-products/edit-product',
  '/seller/products/:productId/label': 'seller-products/label',
  '/seller/shop-settings': 'seller/shop-settings',
  '/settings': 'settings/settings',
  '/settings/addresses': 'settings/addresses',
  '/settings/notifications': 'settings/notifications',
  '/settings/profile': 'settings/profile',
  '/settings/security': 'settings/security',
  '/shop/:shopName': 'shop/shop',
}

const modules = import.meta.glob<PageModule>(['/web/app/*.page.tsx', '/web/features/*/*.page.tsx'])

/** Its `id` is the file as the manifest names it, so that the server can preload the chunk. */
function routeOf(path: string, file: string): RouteObject {
  const load = modules[`/${file}`]
  if (!load) throw new Error(`The page of ${path} does not exist: ${file}`)
  return {
    id: file,
    path,
    lazy: async () => {
      const { Component, loader } = await load()
      return { Component, loader }
    },
  }
}

const routesOf = (table: Pages): RouteObject[] =>
  Object.entries(table).map(([path, name]) => routeOf(path, `web/features/${name}.page.tsx`))

export const routes: RouteObject[] = [
  {
    id: 'layout',
    Component: Layout,
    children: [
      {
        id: 'page-errors',
        // A page's error is shown inside the layout.
        errorElement: <RouteError />,
        children: [...routesOf(sitemapPages), ...routesOf(pages), routeOf('*', 'web/app/not-found.page.tsx')],
      },
    ],
    errorElement: <RouteError />,
  },
]

/** The routes of a path, from the layout to the page. */
export function routesAt(path: string): RouteObject[] {
  return (matchRoutes(routes, path) ?? []).map(({ route }) => route)
}

/** Loads the chunks of a route, unless it has none. */
export async function loadRoute({ lazy }: RouteObject): Promise<Partial<RouteObject>> {
  return typeof lazy === 'function' ? await lazy() : {}
}
