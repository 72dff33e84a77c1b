import { describe, expect, it } from 'vitest'
import { expressionError } from './patterns.ts'

describe('a regular expression', () => {
  it.each(['^(F|S)', 'ca?ke+s*', '[[:alpha:]]{2,40}', '(?:a|b){50}', '\\mvegan\\M', '\\\\d', 'a{,3}'])(
    'that comes to an end soon may be tried: %s',
    (expression) => expect(expressionError(expression)).toBeUndefined(),
  )

  it.each([
    ['refers back', '(a*)\\1b', /refer back/],
    ['refers back behind an escaped backslash', '(a*)\\\\\\1b', /refer back/],
    ['repeats repetitions', '((a{9}){9}){9}', /repetitions/],
    ['repeats without an end', '(x{8,}y){8}', /repetitions/],
    ['looks ahead', '(?=.*x)(?=.*y)', /look around/],
    ['looks behind', '(?<!a)b', /look around/],
    ['sets options, by which braces mean something else', '(?b)\\(a\\{99\\}\\)\\{99\\}', /options/],
    ['names its own dialect', '***:a', /options/],
    ['is long', 'a'.repeat(101), /100 characters/],
  ])('that %s is refused', (_, expression, problem) => expect(expressionError(expression)).toMatch(problem))
})
