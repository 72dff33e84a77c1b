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

  it('prefer a fixed path to one with a parameter', () => {
    expect(routesAt('/seller/orders/prep').at(-1)?.id).toBe('web/features/seller-orders/prep.page.tsx')
  })
})

function idsOf(list: typeof routes): (string | undefined)[] {
  return list.flatMap(({ id, children = [] }) => [id, ...idsOf(children)])
}
