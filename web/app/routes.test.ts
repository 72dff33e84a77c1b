import { describe, expect, it } from 'vitest'
import { routes, routesAt } from './routes.tsx'

describe('the routes', () => {
  it('show every page and layout once', () => {
    const files = Object.keys(import.meta.glob('/web/**/*.{page,layout}.tsx')).map((file) => file.slice(1))
    expect(
      idsOf(routes)
        .filter((id) => id?.startsWith('web/'))
        .sort(),
    ).toEqual(files.sort())
  })

  it('have a path of its own for each page', () => {
    const paths = routes.flatMap(pathsOf)
    expect(paths.length).toBeGreaterThan(60)
    expect(new Set(paths).size).toBe(paths.length)
    expect(paths).toEqual(
      expect.arrayContaining(['/', '/settings', '/seller/orders/:orderOrDay/labels', '/shop/:shopName']),
    )
  })

  it('have the layout of the pages’ folder around them', () => {
    const layouts = (path: string) => routesAt(path).flatMap(({ id }) => (id?.endsWith('.layout.tsx') ? [id] : []))
    expect(layouts('/seller/orders/new')).toEqual(['web/pages/seller/(frame)/index.layout.tsx'])
    expect(layouts('/settings')).toEqual(['web/pages/settings/index.layout.tsx'])
    expect(layouts('/seller/shop-settings')).toEqual([])
  })

  it('prefer a fixed path to one with a parameter', () => {
    expect(routesAt('/seller/orders/prep').at(-1)?.id).toBe('web/pages/seller/(frame)/orders/prep.page.tsx')
  })
})

function pathsOf({ path, children = [] }: (typeof routes)[number]): string[] {
  return [...(path ? [path] : []), ...children.flatMap(pathsOf)]
}

function idsOf(list: typeof routes): (string | undefined)[] {
  return list.flatMap(({ id, children = [] }) => [id, ...idsOf(children)])
}
