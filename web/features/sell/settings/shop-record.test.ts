import { describe, expect, it } from 'vitest'
import { shopRecord, temporaryShopId } from './shop-record.ts'

describe('shopRecord', () => {
  const form = { shopName: 'Crumb', description: 'Bread from a wood oven.', category: 'Bread' } as const
  const columns = {
    user_id: 'ann',
    name: 'Crumb',
    slug: 'crumb',
    description: 'Bread from a wood oven.',
    category: 'Bread',
    logo: null,
    banner_image: null,
  }

  it('saves a shop with a temporary id as a new one, without an id', () => {
    expect(shopRecord({ id: temporaryShopId(), userId: 'ann', slug: 'crumb' }, form)).toEqual(columns)
    expect(shopRecord({ id: 'temp-1', userId: 'ann', slug: 'crumb' }, form)).not.toHaveProperty('id')
  })

  it('keeps the id of an existing shop', () => {
    const shop = { ...form, logo: 'shop_images/ann/a.webp' }
    expect(shopRecord({ id: '7f0c', userId: 'ann', slug: 'crumb' }, shop)).toEqual({
      ...columns,
      id: '7f0c',
      logo: 'shop_images/ann/a.webp',
    })
  })
})
