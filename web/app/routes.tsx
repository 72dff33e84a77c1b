/** The routes: which page file each path shows. Each page is a chunk of its own, loaded on the first visit. */
import { matchRoutes, type RouteObject } from 'react-router'
import type { PageModule } from '#platform/page.ts'
import { Layout } from './layout.tsx'
import { RouteError } from './route-error.tsx'

/** Paths and their pages, each a file `web/features/NAME.page.tsx`. */
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
  '/unsubscribe': 'followers/unsubscribe',
}

/** Pages inside a layout, `web/features/NAME.layout.tsx`, which stays while a member moves between them. */
const layouts: Readonly<Record<string, Pages>> = {
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
    '/seller/vouchers': 'seller-vouchers/vouchers',
  },
  'settings/settings': {
    '/settings/addresses': 'settings/addresses',
    '/settings/notifications': 'settings/notifications',
    '/settings/profile?': 'settings/profile',
    '/settings/security': 'settings/security',
  },
}

/** The pages that a visitor of the home page opens first. The list of the others is a chunk of its own. */
const browsedPages = import.meta.glob<PageModule>('/web/features/{catalogue,product,shop}/*.page.tsx')

async function loadPage(file: string): Promise<PageModule> {
  const load = browsedPages[`/${file}`] ?? (await import('./other-pages.ts')).otherPages[`/${file}`]
  if (!load) throw new Error(`There is no file ${file}`)
  return load()
}

/** The route's `id` is the file as the manifest names it, so that the server can preload its chunk. */
function routeOf(file: string, rest: Pick<RouteObject, 'path' | 'children'>): RouteObject {
  return {
    id: file,
    ...rest,
    lazy: async () => {
      const { Component, loader, handle } = await loadPage(file)
      return { Component, loader, handle }
    },
  }
}

const routesOf = (table: Pages): RouteObject[] =>
  Object.entries(table).map(([path, name]) => routeOf(`web/features/${name}.page.tsx`, { path }))

/** The elements of web/ui, in `npm run dev` alone. A production build contains neither the route nor the page. */
const developmentRoutes: RouteObject[] = import.meta.env.DEV
  ? [{ path: '/dev/ui', lazy: () => import('./elements.tsx') }]
  : []

export const routes: RouteObject[] = [
  {
    id: 'layout',
    Component: Layout,
    children: [
      {
        id: 'page-errors',
        // A page's error is shown inside the layout.
        errorElement: <RouteError />,
        children: [
          ...routesOf(sitemapPages),
          ...routesOf(pages),
          ...Object.entries(layouts).map(([name, inside]) =>
            routeOf(`web/features/${name}.layout.tsx`, { children: routesOf(inside) }),
          ),
          ...developmentRoutes,
          routeOf('web/app/not-found.page.tsx', { path: '*' }),
        ],
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
