import { describe, expect, it } from 'vitest'
import { questionGroups } from './faq.ts'
import { searchQuestions } from './faq-search.ts'

const groups = [
  {
    heading: 'Fruit',
    questions: [
      { question: 'Is there Crème de cassis?', answer: 'It’s sold out.' },
      { question: 'Are there apples?', answer: 'Yes, red ones.' },
    ],
  },
  { heading: 'Bread', questions: [{ question: 'Is it fresh?', answer: 'Yes, every day.' }] },
]
const found = (text: string) =>
  searchQuestions(groups, text).flatMap(({ questions }) => questions.map((q) => q.question))

describe('the FAQ search', () => {
  it('finds all questions without a search text', () => {
    expect(found('  ')).toHaveLength(3)
  })

  it('requires every word, in the heading, the question or the answer', () => {
    expect(found('yes')).toEqual(['Are there apples?', 'Is it fresh?'])
    expect(found('yes bread')).toEqual(['Is it fresh?'])
    expect(found('yes cassis')).toEqual([])
  })

  it('ignores capitals, accents and the form of an apostrophe', () => {
    expect(found('CREME')).toEqual(['Is there Crème de cassis?'])
    expect(found("it's")).toEqual(['Is there Crème de cassis?'])
  })

  it('omits groups without a match', () => {
    expect(searchQuestions(groups, 'fresh').map(({ heading }) => heading)).toEqual(['Bread'])
  })

  it('has each published question only once', () => {
    const all = questionGroups.flatMap(({ questions }) => questions.map(({ question }) => question))
    expect(new Set(all).size).toBe(all.length)
  })
})
