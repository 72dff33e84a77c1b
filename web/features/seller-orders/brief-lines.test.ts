import { expect, it } from 'vitest'
import { briefLines } from './brief-lines.ts'

it('says what a brief holds, and nothing of what it does not', () => {
  const brief = {
    wanted_on: '2026-12-24',
    servings: 12,
    flavours: ['lemon', 'plum'],
    vegan: false,
    theme: ' ',
    deeper: {},
  }
  expect(briefLines(brief)).toEqual([
    { name: 'Wanted on', value: '2026-12-24' },
    { name: 'Servings', value: '12' },
    { name: 'Flavours', value: 'lemon, plum' },
    { name: 'Vegan', value: 'No' },
  ])
  for (const none of [null, [], 'words', {}]) expect(briefLines(none)).toEqual([])
})
