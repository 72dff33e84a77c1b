/** Public pages that do not depend on the catalogue. They are listed in the sitemap. */
export const sitemapPaths: readonly string[] = ['/', '/contact', '/faq', '/privacy', '/seller/terms', '/terms']
