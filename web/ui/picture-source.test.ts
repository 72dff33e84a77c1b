import { describe, expect, it } from 'vitest'
import { imageSources } from './picture-source.ts'

describe('the URLs of a picture', () => {
  it('offer a stored picture in four widths', () => {
    expect(imageSources('products/cakes/lemon.webp', '')).toEqual({
      src: '/storage/v1/render/image/public/products/cakes/lemon.webp?width=640&quality=75',
      srcSet: [320, 640, 960, 1280]
        .map((w) => `/storage/v1/render/image/public/products/cakes/lemon.webp?width=${w}&quality=75 ${w}w`)
        .join(', '),
    })
  })

  it('point to the origin of the backend when it is another one', () => {
    expect(imageSources('shops/a.webp', 'https://abc.supabase.co')?.src).toBe(
      'https://abc.supabase.co/storage/v1/render/image/public/shops/a.webp?width=640&quality=75',
    )
  })

  it('escape special characters, including the commas and spaces of srcset', () => {
    const sources = imageSources('products/a b,c?x#y.webp', '')
    expect(sources?.src).toContain('/products/a%20b%2Cc%3Fx%23y.webp?width=640')
    expect(sources?.srcSet?.split(', ')).toHaveLength(4)
  })

  it('leave an absolute URL unchanged', () => {
    expect(imageSources('https://example.com/cake.jpg', '')).toEqual({ src: 'https://example.com/cake.jpg' })
  })

  it('never turn a javascript: or data: URL into something the browser runs', () => {
    for (const source of ['javascript:alert(1)', 'data:text/html,x']) {
      expect(imageSources(source, '')?.src).toMatch(/^\/storage\/v1\//)
    }
  })

  it('are undefined without a picture', () => {
    for (const source of [null, undefined, '']) {
      expect(imageSources(source, '')).toBeUndefined()
    }
  })
})
