import { describe, expect, it } from 'vitest'
import { expressionError } from './patterns.ts'

describe('a regular expression', () => {
  it.each(['^(F|S)', 'ca?ke+s*', '[[:alpha:]]{2,40}', '(?:a|b){50}', '\\mvegan\\M', '\\\\d', 'a{,3}', 'a\\(?'])(
    'that terminates quickly is allowed: %s',
    (expression) => expect(expressionError(expression)).toBeUndefined(),
  )

  it.each([
    ['has a back reference', '(a*)\\1b', /back references/],
    ['has a back reference after an escaped backslash', '(a*)\\\\\\1b', /back references/],
    ['nests repetitions', '((a{9}){9}){9}', /repetition counts/],
    ['nests an open repetition', '(x{8,}y){8}', /repetition counts/],
    ['looks ahead', '(?=.*x)(?=.*y)', /lookaround/],
    ['looks ahead after an escaped backslash', '\\\\(?=x)', /lookaround/],
    ['looks ahead after an escaped parenthesis', '\\((?=x)', /lookaround/],
    ['looks behind', '(?<!a)b', /lookaround/],
    ['sets options, which change the meaning of braces', '(?b)\\(a\\{99\\}\\)\\{99\\}', /options/],
    ['selects another syntax', '***:a', /options/],
    ['is long', 'a'.repeat(101), /100 characters/],
  ])('that %s is refused', (_, expression, problem) => expect(expressionError(expression)).toMatch(problem))
})
