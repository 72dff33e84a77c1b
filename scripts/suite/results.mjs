/** The results of a run: what Vitest and Playwright report, in one form. */
import path from 'node:path'

/**
 * @typedef {object} TestResult
 * @property {string} suite the part of the run, such as `browser`
 * @property {string} file relative to the repository, or the command
 * @property {string} title with the titles around it
 * @property {boolean} isPassed
 * @property {number} seconds
 * @property {string} [error] its first line
 */

/**
 * @param {any} report of Vitest's JSON reporter
 * @param {string} suite
 * @param {string} root
 * @returns {TestResult[]}
 */
export function resultsOfVitest(report, suite, root) {
  return report.testResults.flatMap((/** @type {any} */ { name, status, message, assertionResults }) => {
    const file = path.relative(root, name)
    const results = assertionResults
      .filter((/** @type {any} */ test) => test.status === 'passed' || test.status === 'failed')
      .map((/** @type {any} */ test) => ({
        suite,
        file,
        title: test.fullName,
        isPassed: test.status === 'passed',
        seconds: (test.duration ?? 0) / 1000,
        ...(test.status === 'failed' ? { error: firstLine(test.failureMessages[0]) } : {}),
      }))
    const isOnlyFile = status === 'failed' && results.every((/** @type {TestResult} */ result) => result.isPassed)
    const failure = { suite, file, title: 'the file', isPassed: false, seconds: 0, error: firstLine(message) }
    return isOnlyFile ? [...results, failure] : results
  })
}

/**
 * A test that needed a second try has failed.
 * @param {any} report of Playwright's JSON reporter
 * @param {string} suite
 * @param {string} root
 * @returns {TestResult[]}
 */
export function resultsOfPlaywright(report, suite, root) {
  const folder = path.relative(root, report.config.rootDir)
  const read = (/** @type {any} */ { specs = [], suites = [] }) => [
    ...specs.flatMap((/** @type {any} */ spec) =>
      spec.tests
        .filter((/** @type {any} */ test) => test.status !== 'skipped')
        .map((/** @type {any} */ test) => ({
          suite,
          file: `${path.join(folder, spec.file)}:${spec.line}`,
          title: `[${test.projectName}] ${spec.title}`,
          isPassed: test.status === 'expected',
          seconds:
            test.results.reduce((/** @type {number} */ sum, /** @type {any} */ { duration }) => sum + duration, 0) /
            1000,
          ...(test.status === 'expected' ? {} : { error: firstLine(test.results[0]?.error?.message) }),
        })),
    ),
    ...suites.flatMap(read),
  ]
  const failures = report.errors.map((/** @type {any} */ { message }) => ({
    suite,
    file: folder,
    title: 'the suite',
    isPassed: false,
    seconds: 0,
    error: firstLine(message),
  }))
  return [...read(report), ...failures]
}

/** @param {string | undefined} text */
const firstLine = (text) => (text ?? '').split('\n')[0] ?? ''

/** @param {readonly TestResult[]} results */
export const failuresOf = (results) => results.filter(({ isPassed }) => !isPassed)

/**
 * The report of a run as Markdown.
 * @param {readonly TestResult[]} results
 * @param {ReadonlyMap<string, number>} seconds the time of each part
 * @returns {string}
 */
export function reportOf(results, seconds) {
  const failures = failuresOf(results)
  const slowest = results.toSorted((one, other) => other.seconds - one.seconds).slice(0, 20)
  const parts = [...seconds].map(([suite, time]) => {
    const own = results.filter((result) => result.suite === suite)
    return `| ${suite} | ${own.length} | ${failuresOf(own).length} | ${time.toFixed(0)} |`
  })
  return [
    '| part | tests | failed | seconds |\n|---|---|---|---|',
    ...parts,
    '\n| slowest | seconds |\n|---|---|',
    ...slowest.map((test) => `| ${test.file} › ${test.title.replaceAll('|', '\\|')} | ${test.seconds.toFixed(1)} |`),
    ...(failures.length > 0 ? ['\nFailures\n'] : []),
    ...failures.map(({ file, title, error }) => `- ${file} › ${title}\n  ${error}`),
    '',
  ].join('\n')
}
