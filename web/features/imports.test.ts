import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

/** What the files of each feature import of others. The linter allows their indexes alone. */
function readImports(): Map<string, Set<string>> {
  const imports = new Map<string, Set<string>>()
  for (const file of readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })) {
    const [area, feature, ...rest] = file.split(path.sep)
    if (rest.length === 0 || !/\.tsx?$/.test(file) || file.includes('.test.')) continue
    const source = readFileSync(path.join(import.meta.dirname, file), 'utf8')
    const own = `${area}/${feature}`
    const found = imports.get(own) ?? new Set()
    for (const [, other = ''] of source.matchAll(/'#features\/([\w/-]+)'/g)) if (other !== own) found.add(other)
    imports.set(own, found)
  }
  return imports
}

/** @returns the features that are left after those without an import of others, and then those above them, are taken away */
function inCircles(imports: Map<string, Set<string>>): string[] {
  const left = new Map(imports)
  const isFree = (feature: string) => [...(left.get(feature) ?? [])].every((other) => !left.has(other))
  for (let free = [...left.keys()].filter(isFree); free.length > 0; free = [...left.keys()].filter(isFree)) {
    for (const feature of free) left.delete(feature)
  }
  return [...left.keys()]
}

it('No features import each other in a circle', () => {
  const imports = readImports()
  expect(imports.size).toBeGreaterThan(40)
  expect(imports.get('discover/map')).toContain('discover/listing')
  expect(inCircles(imports)).toEqual([])
})
