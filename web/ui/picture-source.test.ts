import { describe, expect, it } from 'vitest'
import { imageSources, originalPicture } from './picture-source.ts'

describe('the addresses of a picture', () => {
  it('offers a stored picture in four widths', () => {
    expect(imageSources('products/cakes/lemon.webp', '')).toEqual({
      src: '/storage/v1/render/image/public/products/cakes/lemon.webp?width=640&quality=75',
      srcSet: [320, 640, 960, 1280]
        .map((w) => `/storage/v1/render/image/public/products/cakes/lemon.webp?width=${w}&quality=75 ${w}w`)
        .join(', '),
    })
  })

  it('takes stored pictures from another origin where the backend stands there', () => {
    expect(imageSources('shops/a.webp', 'https://abc.supabase.co')?.src).toBe(
      'https://abc.supabase.co/storage/v1/render/image/public/shops/a.webp?width=640&quality=75',
    )
  })

  it('escapes what would change the meaning of the address, commas and spaces of srcset included', () => {
    const addresses = imageSources('products/a b,c?x#y.webp', '')
    expect(addresses?.src).toContain('/products/a%20b%2Cc%3Fx%23y.webp?width=640')
    expect(addresses?.srcSet?.split(', ')).toHaveLength(4)
  })

  it('leaves a full web address as it is', () => {
    expect(imageSources('https://example.com/cake.jpg', '')).toEqual({ src: 'https://example.com/cake.jpg' })
    expect(originalPicture('https://example.com/cake.jpg', '')).toBe('https://example.com/cake.jpg')
  })

  it('makes no loadable script of a javascript: or data: address', () => {
    for (const source of ['javascript:alert(1)', 'data:text/html,x']) {
      expect(imageSources(source, '')?.src).toMatch(/^\/storage\/v1\//)
    }
  })

  it('has nothing to show where there is no picture', () => {
    for (const source of [null, undefined, '']) {
      expect(imageSources(source, '')).toBeUndefined()
      expect(originalPicture(source, '')).toBeUndefined()
    }
  })

  it('gives the uploaded original its public address', () => {
    expect(originalPicture('/products/a.webp', '')).toBe('/storage/v1/object/public/products/a.webp')
  })
})
