/**
 * Every page is opened by the quick suite. A test opens a page where it names its path in `visit(page, …)`, `goto(…)`,
 * `openPage(…)`, a helper whose name begins with `open`, or `toHaveURL(…)`, as a string or a template. Links that are
 * followed without such a line do not count.
 */
import { expect, it } from 'vitest'
import { listPages } from './list-pages.ts'
import { pathOfPage } from './page-paths.ts'

const opening = /\b(?:visit\(\w+,|goto\(|open\w*\(|toHaveURL\()\s*(['"`])(\/.*?)\1/gs

/** A test, or a group of them, that `npm test` leaves out. */
const longTest = /^( *)test(?:\.describe)?\((?:(?!=> \{).)*?@long.*?\n\1\}\)/gms

const suites = import.meta.glob<string>(['/tests/e2e/*.spec.ts', '/tests/pages/**/*.test.tsx'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** The paths that tests open, with any word in place of what they insert. */
const openedPaths = Object.values(suites)
  .flatMap((source) => [...source.replaceAll(longTest, '').matchAll(opening)])
  .map(([, , path = '']) => path.replaceAll(/\$\{.*?\}/g, 'inserted').replace(/[?#].*/s, ''))

const everyPath = listPages()
  .filter((file) => file.endsWith('.page.tsx'))
  .map(pathOfPage)

const matches = (path: string, page: string) => new RegExp(`^${page.replaceAll(/:\w+/g, '[^/]+')}$`).test(path)

/** A fixed path goes before one with a parameter. */
const pageOf = (path: string) =>
  everyPath.find((page) => page === path) ?? everyPath.find((page) => matches(path, page))

it('Every page is opened by a journey or a component test', () => {
  const opened = new Set(openedPaths.map(pageOf))
  expect(everyPath.filter((page) => !opened.has(page))).toEqual([])
})
