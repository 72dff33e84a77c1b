/** The pages outside the catalogue. Their list is long, because Vite adds the chunks of each, so the first load omits it. */
import type { PageModule } from '#platform/page.ts'

export const otherPages = import.meta.glob<PageModule>([
  '/web/app/not-found.page.tsx',
  '/web/features/*/*.{page,layout}.tsx',
  '!/web/features/{catalogue,product,shop}/*.page.tsx',
])
