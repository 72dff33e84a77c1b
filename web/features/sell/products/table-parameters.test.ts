import { describe, expect, it } from 'vitest'
import { readTableParameters, writeTableParameters } from './table-parameters.ts'
import { nameFilters } from './table-search.ts'

const read = (query: string) => readTableParameters(new URLSearchParams(query))

describe('The URL of the product table', () => {
  it('has no parameters for the default, and only those that differ from it otherwise', () => {
    expect(read('')).toEqual({ text: '', sort: 'newest', isDescending: true, show: 'all', page: 1 })
    expect(writeTableParameters(read('')).toString()).toBe('')
    expect(writeTableParameters(read('q=cake&sort=price&page=2')).toString()).toBe('q=cake&sort=price&page=2')
    expect(writeTableParameters(read('sort=price&order=desc&show=draft')).toString()).toBe(
      'sort=price&order=desc&show=draft',
    )
    expect(writeTableParameters(read('order=asc')).toString()).toBe('order=asc')
  })

  it.each(['page=-1', 'page=x', 'page=1.5', 'page=1e99', 'sort=magic', 'show=magic'])(
    'ignores the invalid value %s',
    (query) => {
      expect(read(query)).toEqual(read(''))
    },
  )
})

describe('The search of the product table', () => {
  it('requires every word in the name or the category', () => {
    expect(nameFilters(' lemon  cake ')).toEqual([
      'name.ilike."%lemon%",category.ilike."%lemon%"',
      'name.ilike."%cake%",category.ilike."%cake%"',
    ])
    expect(nameFilters(' ')).toEqual([])
  })

  it('matches special characters literally, and treats an asterisk as any one character', () => {
    expect(nameFilters('100%,(a"b_\\*')).toEqual([
      String.raw`name.ilike."%100\\%,(a\"b\\_\\\\_%",category.ilike."%100\\%,(a\"b\\_\\\\_%"`,
    ])
  })
})
