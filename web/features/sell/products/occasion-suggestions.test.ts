import { expect, it } from 'vitest'
import { suggestedOccasions } from './occasion-suggestions.ts'

it('suggests the occasions in the name, otherwise those that suit the category', () => {
  expect(suggestedOccasions('Diwali Mithai Box', 'Holiday')).toEqual(['diwali'])
  expect(suggestedOccasions('Christmas Party Cupcakes', 'Cupcakes')).toEqual(['party', 'christmas'])
  expect(suggestedOccasions('Victoria Sponge', 'Cakes')).toEqual(['birthday', 'wedding', 'party', 'holiday', 'special'])
  expect(suggestedOccasions('Country Sourdough', 'Bread')).toEqual([])
})
