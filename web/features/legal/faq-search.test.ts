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

describe('searching the questions', () => {
  it('finds all of them without words', () => {
    expect(found('  ')).toHaveLength(3)
  })

  it('wants every word, anywhere in heading, question or answer', () => {
    expect(found('yes')).toEqual(['Are there apples?', 'Is it fresh?'])
    expect(found('yes bread')).toEqual(['Is it fresh?'])
    expect(found('yes cassis')).toEqual([])
  })

  it('cares for neither capitals, accents nor the form of an apostrophe', () => {
    expect(found('CREME')).toEqual(['Is there Crème de cassis?'])
    expect(found("it's")).toEqual(['Is there Crème de cassis?'])
  })

  it('leaves out groups in which nothing is found', () => {
    expect(searchQuestions(groups, 'fresh').map(({ heading }) => heading)).toEqual(['Bread'])
  })

  it('has each question once in what we publish', () => {
    const all = questionGroups.flatMap(({ questions }) => questions.map(({ question }) => question))
    expect(new Set(all).size).toBe(all.length)
  })
})
