import { describe, expect, it } from 'vitest'
import {
  emptyCache,
  type KeyRelationship,
  type Relationship,
  type SchemaCache,
  type TableName,
  tableKey,
} from '../schema-cache/types.ts'
import { findRelationship, isToOne } from './find-relationship.ts'

const table = (name: string, schema = 'api'): TableName => ({ schema, name })

/** A foreign key from a column of `near` to the id of `far`, from both sides. */
function key(near: string, far: string, column: string, more: Partial<KeyRelationship> = {}): KeyRelationship[] {
  const forward: KeyRelationship = {
    kind: 'many-to-one',
    table: table(near),
    foreignTable: table(far),
    constraint: `${near}_${column}_fkey`,
    columns: [[column, 'id']],
    isNearView: false,
    isForeignView: false,
    ...more,
  }
  const { kind, foreignTable } = forward
  const backward: KeyRelationship = {
    ...forward,
    kind: kind === 'many-to-one' ? 'one-to-many' : kind,
    table: foreignTable,
    foreignTable: forward.table,
    columns: [['id', column]],
  }
  return [forward, backward]
}

function cacheOf(...relationships: Relationship[]): SchemaCache {
  const groups = new Map<string, Relationship[]>()
  for (const relationship of relationships) {
    const name = tableKey(relationship.table)
    groups.set(name, [...(groups.get(name) ?? []), relationship])
  }
  return { ...emptyCache, relationships: groups }
}

const find = (cache: SchemaCache, origin: string, target: string, hint?: string) =>
  findRelationship(cache, table(origin), target, hint)

describe('findRelationship', () => {
  const shops = cacheOf(...key('products', 'shops', 'shop_id'))

  it('finds a relationship by table from either end, by column and by constraint', () => {
    expect(find(shops, 'products', 'shops')).toMatchObject({ kind: 'many-to-one' })
    expect(find(shops, 'shops', 'products')).toMatchObject({ kind: 'one-to-many' })
    expect(find(shops, 'products', 'shop_id')).toMatchObject({ kind: 'many-to-one' })
    expect(find(shops, 'products', 'products_shop_id_fkey')).toMatchObject({ kind: 'many-to-one' })
  })

  it('accepts a constraint or a column of either side as hint, and nothing else', () => {
    for (const hint of ['products_shop_id_fkey', 'shop_id', 'id']) {
      expect(find(shops, 'products', 'shops', hint)).toMatchObject({ kind: 'many-to-one' })
    }
    expect(() => find(shops, 'products', 'shops', 'nope')).toThrow(
      expect.objectContaining({
        code: 'PGRST200',
        details:
          "Searched for a foreign key relationship between 'products' and 'shops' using the hint 'nope' in the schema 'api', but no matches were found.",
        hint: null,
      }),
    )
  })

  it('finds none in another schema', () => {
    const elsewhere = cacheOf(...key('products', 'shops', 'shop_id', { foreignTable: table('shops', 'other') }))
    expect(() => find(elsewhere, 'products', 'shops')).toThrow(expect.objectContaining({ code: 'PGRST200' }))
  })

  it('finds no view by column or constraint, which several views may share', () => {
    const view = cacheOf(...key('products', 'shops_view', 'shop_id', { isForeignView: true }))
    expect(find(view, 'products', 'shops_view')).toBeDefined()
    expect(() => find(view, 'products', 'shop_id')).toThrow(expect.objectContaining({ code: 'PGRST200' }))
  })

  it('refuses two matching keys as ambiguous', () => {
    const two = cacheOf(...key('chats', 'people', 'buyer_id'), ...key('chats', 'people', 'seller_id'))
    expect(() => find(two, 'chats', 'people')).toThrow(
      expect.objectContaining({
        status: 300,
        code: 'PGRST201',
        hint: "Try changing 'people' to one of the following: 'people!chats_buyer_id_fkey', 'people!chats_seller_id_fkey'. Find the desired relationship in the 'details' key.",
      }),
    )
    expect(find(two, 'chats', 'people', 'seller_id')).toMatchObject({ constraint: 'chats_seller_id_fkey' })
  })

  it('resolves a self reference’s table to the many side, and its column to the one side', () => {
    const folders = cacheOf(...key('folders', 'folders', 'parent_id'))
    expect(find(folders, 'folders', 'folders')).toMatchObject({ kind: 'one-to-many' })
    expect(find(folders, 'folders', 'parent_id')).toMatchObject({ kind: 'many-to-one' })
    expect(find(folders, 'folders', 'folders', 'parent_id')).toMatchObject({ kind: 'one-to-many' })
  })

  it('finds a computed relationship by the function, before any key', () => {
    const computed: Relationship = {
      kind: 'computed',
      table: table('products'),
      foreignTable: table('shops'),
      routine: table('best_shop'),
      isToOne: true,
    }
    const cache = cacheOf(computed, ...key('products', 'shops', 'shop_id'))
    expect(find(cache, 'products', 'best_shop')).toBe(computed)
    expect(isToOne(computed)).toBe(true)
  })

  it('follows the hinted junction', () => {
    const junction = (name: string): Relationship => ({
      kind: 'many-to-many',
      table: table('users'),
      foreignTable: table('tasks'),
      junction: table(name),
      nearConstraint: 'a',
      nearColumns: [['id', 'user_id']],
      farConstraint: 'b',
      farColumns: [['task_id', 'id']],
    })
    const cache = cacheOf(junction('assigned'), junction('watched'))
    expect(() => find(cache, 'users', 'tasks')).toThrow(expect.objectContaining({ code: 'PGRST201' }))
    expect(find(cache, 'users', 'tasks', 'watched')).toMatchObject({ junction: { name: 'watched' } })
  })

  it('suggests a similar name', () => {
    expect(() => find(shops, 'products', 'shop')).toThrow(
      expect.objectContaining({ hint: "Perhaps you meant 'shops' instead of 'shop'." }),
    )
    expect(() => find(shops, 'products', 'zzzzzz')).toThrow(expect.objectContaining({ hint: null }))
  })
})
