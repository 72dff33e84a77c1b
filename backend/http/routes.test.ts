import { expect, it } from 'vitest'
import { createRoutes, type Route } from './routes.ts'

const table: readonly Route<[name: string]>[] = [
  ['GET', '/files/public/:folder/*', 'none', 'public file'],
  ['GET', '/files/:folder/*', 'uploads', 'file'],
  ['POST', '/files/:folder', (url) => (url.search ? 'calls' : 'none'), 'folder'],
  ['DELETE', '/.hidden/:id', 'none', 'hidden'],
]
const routes = createRoutes(table)

function find(method: string, path: string) {
  const found = routes.find(method, path.replace(/\?.*/, ''), new URL(path, 'http://localhost'))
  return found.kind === 'route' ? { name: found.route[3], limit: found.limit, params: { ...found.params } } : found.kind
}

it('finds the first route of a method and path, with its limit and encoded parameters', () => {
  expect(find('GET', '/files/public/a/b%2Fc/d//e/')).toEqual({
    name: 'public file',
    limit: 'none',
    params: { folder: 'a', rest: 'b%2Fc/d//e/' },
  })
  expect(find('GET', '/files/a/b')).toEqual({ name: 'file', limit: 'uploads', params: { folder: 'a', rest: 'b' } })
  expect(find('DELETE', '/.hidden/1')).toMatchObject({ name: 'hidden', params: { id: '1' } })
})

it('chooses the limit of a route by the query', () => {
  expect(find('POST', '/files/a')).toMatchObject({ limit: 'none' })
  expect(find('POST', '/files/a?b')).toMatchObject({ limit: 'calls' })
})

it('limits requests that match no route', () => {
  for (const path of ['/', '/file', '/files/', '/files//b', '/files/a//b', '/xhidden/1', '/.hidden/1/'])
    expect(find('GET', path)).toBe('unknown path')
  expect(find('POST', '/files/a/')).toBe('unknown path')
  expect(find('DELETE', '/files/a/b')).toBe('unknown method')
  for (const [method, path] of [
    ['GET', '/nothing'],
    ['PUT', '/files/a'],
  ] as const)
    expect(routes.find(method, path, new URL('http://localhost')).limit).toBe('unknown paths')
})
