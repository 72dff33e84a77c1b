import { dehydrate, QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { defaultChosenPlace } from '#domain/locations/chosen-place'
import { readState, serializeState } from './page-state.ts'

const config = {
  supabaseUrl: 'http://localhost',
  supabaseAnonKey: 'k',
  providers: [],
  siteUrl: 'http://localhost',
  supportEmail: 'help@home.test',
}
const assets = { boot: '/b.js', entry: '/e.js', styles: [], preloads: [], memberPreloads: [] }

function stateWith(data: unknown, fetchedAt = 1) {
  const client = new QueryClient()
  client.setQueryData(['x'], data, { updatedAt: fetchedAt })
  return { config, assets, queries: dehydrate(client), place: defaultChosenPlace, renderedAt: 1 }
}

describe('the state embedded in a page', () => {
  it('is read back unchanged', () => {
    const state = stateWith([{ name: 'Crème brûlée', price: 4.99 }])
    expect(readState(serializeState(state), 1).queries.queries[0]?.state.data).toEqual([
      { name: 'Crème brûlée', price: 4.99 },
    ])
  })

  it('cannot end its element or open a comment, whatever a seller writes', () => {
    const text = serializeState(stateWith('</script><script>alert(1)</script><!--'))
    expect(text).not.toContain('<')
    expect(readState(text, 1).queries.queries[0]?.state.data).toBe('</script><script>alert(1)</script><!--')
  })

  it('counts as fresh, independent of the visitor’s clock', () => {
    expect(readState(serializeState(stateWith('x', 5)), 9_999).queries.queries[0]?.state.dataUpdatedAt).toBe(9_999)
  })
})
