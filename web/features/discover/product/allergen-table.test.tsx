import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { readAllergens } from '#domain/food/allergens'
import { anyDeclaration, presentIn } from '#domain/food/random-declarations'
import { AllergenTable } from './allergen-table.tsx'

/** The table's rows as text, each with its heading first. */
function rows(json: unknown) {
  const html = renderToStaticMarkup(<AllergenTable declaration={readAllergens(json)} />)
  return [...html.matchAll(/<tr\b.*?<\/tr>/g)].map(([row]) =>
    row
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  )
}

describe('the allergen table', () => {
  it('groups the fourteen allergens by their declaration', () => {
    expect(
      rows({
        celery: 'free',
        gluten: 'contains',
        wheat: 'contains',
        crustaceans: 'free',
        eggs: 'contains',
        fish: 'free',
        lupin: 'free',
        milk: 'may_contain',
        molluscs: 'free',
        mustard: 'free',
        nuts: 'may_contain',
        almond: 'may_contain',
        peanuts: 'free',
        sesame: 'free',
        soya: 'free',
        sulphites: 'free',
      }),
    ).toEqual([
      'Contains Cereals containing gluten (wheat), Eggs',
      'May contain Milk, Tree nuts (almond)',
      'Free from Celery, Crustaceans, Fish, Lupin, Molluscs, Mustard, Peanuts, Sesame, Soybeans, Sulphur dioxide and sulphites',
    ])
  })

  it('lists allergens that are not declared, so that none is missing', () => {
    const [contains, , , undeclared] = rows({ milk: 'contains' })
    expect(contains).toBe('Contains Milk')
    expect(undeclared).toMatch(/^Not declared Celery, .*Eggs, .*Sulphur dioxide and sulphites$/)
  })

  it('shows a warning without a declaration', () => {
    expect(rows(null)).toEqual([])
    expect(renderToStaticMarkup(<AllergenTable declaration={null} />)).toContain('not declared the allergens')
  })

  it('says "May contain" for one nut beside another that is contained', () => {
    const [contains, mayContain] = rows({ nuts: 'contains', walnut: 'contains', almond: 'may_contain' })
    expect([contains, mayContain]).toEqual(['Contains Tree nuts (walnut)', 'May contain Tree nuts (almond)'])
  })

  it('never says "None declared" or "Free from" for an allergen that is present, whatever the declaration', () => {
    fc.assert(
      fc.property(anyDeclaration, (declaration) => {
        const [contains = '', mayContain = '', free = ''] = rows(declaration)
        for (const { key, label, kinds } of presentIn(declaration)) {
          expect(free).not.toContain(label)
          for (const one of [{ key, label }, ...kinds]) {
            if (declaration[one.key] === 'contains') expect(contains).toContain(label)
            if (declaration[one.key] === 'may_contain') expect(mayContain).not.toContain('None declared')
          }
        }
      }),
    )
  })
})
