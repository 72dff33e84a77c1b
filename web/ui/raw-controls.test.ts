import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const web = path.resolve(import.meta.dirname, '..')
const components = ['app', 'features', 'platform']
  .flatMap((folder) =>
    readdirSync(path.join(web, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  .filter((file) => file.endsWith('.tsx') && !file.includes('.test.'))

/** The lines of components that match, as `file:line`. */
function linesWith(pattern: RegExp, exempt = /^$/): string[] {
  return components.flatMap((file) =>
    readFileSync(path.join(web, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) && !exempt.test(line) ? [`${file}:${index + 1}`] : [])),
  )
}

describe('the features', () => {
  it('use the controls of web/ui instead of raw elements', () => {
    expect(components.length).toBeGreaterThan(200)
    // A hidden field is no control: it gives a form a token, or a password manager the account.
    expect(linesWith(/<(button|input|select|textarea|label)\b/, /type="hidden"/)).toEqual([])
  })

  it('use the link of web/ui instead of the router’s', () => {
    expect(linesWith(/import .*\bLink\b.* from 'react-router'/)).toEqual([])
  })

  it('override no class with an exclamation mark, because the layer of web/ui stands below the utilities', () => {
    expect(linesWith(/className=.*[a-z0-9\])]!["'` ]/)).toEqual([])
  })
})
