/** What only `npm run test:all` runs, and the folders whose changes ask for it. docs/testing.md has the same table. */
import { execFileSync } from 'node:child_process'

/**
 * @typedef {object} LongSuite
 * @property {string} name
 * @property {string} proves
 * @property {readonly string[]} folders prefixes of the paths
 */

/** @type {readonly LongSuite[]} */
export const longSuites = [
  {
    name: 'tests',
    proves: 'both databases, tens of thousands of rows, backup, upgrade, outages, every attack',
    folders: ['backend/', 'domain/', 'server/', 'supabase/', 'scripts/market/', 'tests/', 'package-lock.json'],
  },
  {
    name: 'browser',
    proves: 'single states, and the journeys at a second width',
    folders: ['domain/', 'supabase/functions/', 'web/', 'tests/e2e/', 'package-lock.json'],
  },
  {
    name: 'sweep',
    proves: 'every page at every width, for each role',
    folders: ['web/', 'tests/sweep/', 'package-lock.json'],
  },
  {
    name: 'crash',
    proves: 'twenty kills of each set-up',
    folders: ['backend/database/', 'server/', 'supabase/schemas/', 'tests/crash/', 'package-lock.json'],
  },
  {
    name: 'attack',
    proves: 'attacks at length, and what they cost other visitors',
    folders: ['backend/', 'server/', 'tests/attacks/', 'package-lock.json'],
  },
  {
    name: 'fuzz',
    proves: '20,000 random cases for each fuzzer',
    folders: ['backend/', 'domain/', 'package-lock.json'],
  },
]

/**
 * The suites that a change asks for.
 * @param {readonly string[]} files paths relative to the repository
 * @returns {string[]} their names
 */
export const suitesFor = (files) =>
  longSuites
    .filter(({ folders }) => files.some((file) => folders.some((folder) => file.startsWith(folder))))
    .map(({ name }) => name)

/**
 * The files that differ from a commit, in commits since or in the working tree.
 * @param {string} commit
 * @returns {string[]}
 */
export function changedSince(commit) {
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)
  return [...git('diff', '--name-only', commit), ...git('ls-files', '--others', '--exclude-standard')]
}
