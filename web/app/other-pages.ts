/** The pages outside the catalogue. Their list is long, because Vite adds the chunks of each, so the first load omits it. */
import type { PageModule } from '#platform/page.ts'

export const otherPages = import.meta.glob<PageModule>([
  '/web/app/not-found.page.tsx',
  '/web/pages/**/*.{page,layout}.tsx',
  '!/web/pages/{index,search}.page.tsx',
  '!/web/pages/{category,occasion,product}/*.page.tsx',
  '!/web/pages/shop/*/index.page.tsx',
])
