import { expect, it } from 'vitest'
import { failuresOf, reportOf, resultsOfPlaywright, resultsOfVitest } from './results.mjs'

const vitest = {
  testResults: [
    {
      name: '/repository/domain/money.test.ts',
      status: 'failed',
      message: '',
      assertionResults: [
        { status: 'passed', fullName: 'pounds are exact', duration: 1500 },
        { status: 'failed', fullName: 'pence are whole', duration: 20, failureMessages: ['expected 1\n  at line 3'] },
        { status: 'skipped', fullName: 'left out' },
      ],
    },
    {
      name: '/repository/domain/slugs.test.ts',
      status: 'failed',
      message: 'Cannot find a file\n at',
      assertionResults: [],
    },
  ],
}
const test = (status: string, projectName = 'phone') => ({
  status,
  projectName,
  results: [{ duration: 2000, error: { message: 'late\n at' } }],
})
const playwright = {
  config: { rootDir: '/repository/tests/e2e' },
  errors: [],
  suites: [
    {
      specs: [
        { file: 'cart.spec.ts', line: 7, title: 'A basket', tests: [test('expected'), test('unexpected', 'desktop')] },
      ],
      suites: [
        { specs: [{ file: 'cart.spec.ts', line: 9, title: 'Another', tests: [test('flaky'), test('skipped')] }] },
      ],
    },
  ],
}

it('A file that could not be loaded is a failed test, and a skipped test is none', () => {
  expect(resultsOfVitest(vitest, 'tests', '/repository')).toEqual([
    { suite: 'tests', file: 'domain/money.test.ts', title: 'pounds are exact', isPassed: true, seconds: 1.5 },
    {
      suite: 'tests',
      file: 'domain/money.test.ts',
      title: 'pence are whole',
      isPassed: false,
      seconds: 0.02,
      error: 'expected 1',
    },
    {
      suite: 'tests',
      file: 'domain/slugs.test.ts',
      title: 'the file',
      isPassed: false,
      seconds: 0,
      error: 'Cannot find a file',
    },
  ])
})

it('A browser test that passed at the second try has failed', () => {
  const results = resultsOfPlaywright(playwright, 'browser', '/repository')
  expect(results.map(({ file, title, isPassed }) => [file, title, isPassed])).toEqual([
    ['tests/e2e/cart.spec.ts:7', '[phone] A basket', true],
    ['tests/e2e/cart.spec.ts:7', '[desktop] A basket', false],
    ['tests/e2e/cart.spec.ts:9', '[phone] Another', false],
  ])
  expect(failuresOf(results).map(({ error }) => error)).toEqual(['late', 'late'])
})

it('A browser suite that could not start is a failed test', () => {
  const broken = { ...playwright, suites: [], errors: [{ message: 'no server\n at' }] }
  expect(resultsOfPlaywright(broken, 'browser', '/repository')).toMatchObject([
    { title: 'the suite', isPassed: false, error: 'no server' },
  ])
})

it('The report names each part, the slowest tests and the failures', () => {
  const report = reportOf(resultsOfVitest(vitest, 'tests', '/repository'), new Map([['tests', 12.4]]))
  expect(report).toContain('| tests | 3 | 2 | 12 |')
  expect(report).toMatch(/slowest[\s\S]*\| domain\/money\.test\.ts › pounds are exact \| 1\.5 \|/)
  expect(report).toContain('- domain/slugs.test.ts › the file\n  Cannot find a file')
})
