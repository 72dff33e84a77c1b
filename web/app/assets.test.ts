import { describe, expect, it } from 'vitest'
import { pageAssets } from './assets.ts'

const manifest = {
  'web/app/entry-boot.ts': { file: 'assets/boot.js', isEntry: true },
  'web/app/entry-client.tsx': {
    file: 'assets/entry.js',
    isEntry: true,
    css: ['assets/entry.css'],
    imports: ['_shared.js'],
    dynamicImports: ['web/pages/index.page.tsx'],
  },
  'web/app/other-pages.ts': { file: 'assets/others.js', imports: ['web/app/entry-client.tsx'] },
  '_shared.js': { file: 'assets/shared.js', imports: ['web/app/entry-client.tsx'] },
  '_card.js': { file: 'assets/card.js', imports: ['_shared.js'] },
  'web/features/account/auth/browser-client.ts': { file: 'assets/client.js', imports: ['_card.js', '_shared.js'] },
  'web/pages/faq.page.tsx': { file: 'assets/faq.js', imports: ['_shared.js'] },
  'web/pages/index.page.tsx': { file: 'assets/home.js', imports: ['web/app/entry-client.tsx', '_card.js'] },
}

describe('the assets of a page', () => {
  it('are the entry, the styles and every imported script, each once', () => {
    expect(pageAssets(manifest, ['layout', 'web/pages/index.page.tsx'])).toEqual({
      boot: '/assets/boot.js',
      entry: '/assets/entry.js',
      styles: ['/assets/entry.css'],
      preloads: ['/assets/shared.js', '/assets/home.js', '/assets/card.js'],
      memberPreloads: ['/assets/client.js', '/assets/others.js'],
    })
  })

  it('include the list of other pages for a page that the entry does not load itself', () => {
    const { preloads, memberPreloads } = pageAssets(manifest, ['layout', 'web/pages/faq.page.tsx'])
    expect(preloads).toEqual(['/assets/shared.js', '/assets/others.js', '/assets/faq.js'])
    expect(memberPreloads).not.toContain('/assets/others.js')
  })

  it('cannot be determined without a build', () => {
    expect(() => pageAssets({}, [])).toThrow(/build it first/)
  })
})
