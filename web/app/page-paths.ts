/**
 * The path of a page is its place in web/pages: `shop/[shopName]/gift-vouchers.page.tsx` shows /shop/:shopName/gift-vouchers,
 * `index.page.tsx` the path of its folder. A folder in brackets, `(frame)`, is no part of the path; it has the pages of a layout.
 */

/** @param file from the root of the repository @returns the path as React Router writes it */
export function pathOfPage(file: string): `/${string}` {
  const parts = file
    .replace(/^web\/pages\//, '')
    .replace(/\.page\.tsx$/, '')
    .split('/')
  const inPath = parts.filter((part) => part !== 'index' && !part.startsWith('('))
  return `/${inPath.map((part) => part.replace(/^\[(.+)\]$/, ':$1')).join('/')}`
}

/** @returns the layout around a page, an `index.layout.tsx` of its folder or a folder above */
export function layoutOf(page: string, files: readonly string[]): string | undefined {
  return files.find((file) => file.endsWith(layoutName) && page.startsWith(file.slice(0, -layoutName.length)))
}

const layoutName = 'index.layout.tsx'
