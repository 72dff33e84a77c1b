/** What a release states: its version, its changes, and the licences of its packages. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { root } from './prepare.mjs'

const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const { version } = z.object({ version: z.string() }).parse(JSON.parse(read('package.json')))

describe('the changelog', () => {
  const changelog = read('CHANGELOG.md')
  const versions = [...changelog.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading)

  it('begins with the version of package.json, and gives each version a day or says that it is unreleased', () => {
    expect(versions[0]).toMatch(new RegExp(`^\\[${version.replaceAll('.', '\\.')}\\] - `))
    const form = /^\[\d+\.\d+\.\d+\] - (\d{4}-\d\d-\d\d|Unreleased)$/
    expect(versions.filter((heading) => !form.test(heading))).toEqual([])
    expect(versions.slice(1).filter((heading) => heading.endsWith('Unreleased'))).toEqual([])
  })

  it('uses the sections of Keep a Changelog, in its order', () => {
    const known = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security']
    for (const entry of changelog.split(/^## /m).slice(1)) {
      const sections = [...entry.matchAll(/^### (.+)$/gm)].map(([, section = '']) => section)
      expect(sections.length).toBeGreaterThan(0)
      expect(sections).toEqual(known.filter((section) => sections.includes(section)))
    }
  })
})

it('The lock file has the version of package.json', () => {
  const lock = z.object({
    version: z.string(),
    packages: z.record(z.string(), z.object({ version: z.string().optional() })),
  })
  const { version: locked, packages } = lock.parse(JSON.parse(read('package-lock.json')))
  expect([locked, packages['']?.version]).toEqual([version, version])
})

/** Licences that ask for no more than their text and notice, which node_modules contains. */
const allowed = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'ISC', 'MIT', 'MIT-0']

/** Other licences, with the packages that may have them. */
const exceptions: readonly { packages: RegExp; licence: string; reason: string }[] = [
  {
    packages: /^@img\/sharp-/,
    licence: 'LGPL-3.0-or-later',
    reason: 'libvips is a shared library in a package of its own, unchanged and replaceable.',
  },
  {
    packages: /^web-push$/,
    licence: 'MPL-2.0',
    reason: 'Its files are unchanged, so their source is what the npm registry has. The licence ends at its files.',
  },
  {
    packages: /^@fontsource-variable\/(figtree|fraunces)$/,
    licence: 'OFL-1.1',
    reason: 'A font may be bundled with software and served by it, if it is not sold by itself.',
  },
]

const packageJson = z.object({ name: z.string(), license: z.string() })
const lockfile = z.object({
  packages: z.record(z.string(), z.object({ dev: z.boolean().optional(), license: z.string().optional() })),
})

/** Name and licence of each production package, by its own package.json. One for another platform is in the lock file only. */
function productionPackages(): { name: string; licence: string }[] {
  const { packages } = lockfile.parse(JSON.parse(read('package-lock.json')))
  return Object.entries(packages)
    .filter(([location, { dev }]) => location !== '' && !dev)
    .map(([location, { license }]) => {
      const file = `${location}/package.json`
      const name = location.replace(/^.*node_modules\//, '')
      if (!existsSync(path.join(root, file))) return { name, licence: license ?? 'none' }
      return { name, licence: packageJson.parse(JSON.parse(read(file))).license }
    })
}

describe('the licences of production packages', () => {
  const packages = productionPackages().flatMap(({ name, licence }) =>
    licence.split(' AND ').map((part) => ({ name, licence: part })),
  )
  const exceptionOf = ({ name, licence }: { name: string; licence: string }) =>
    exceptions.find((exception) => exception.licence === licence && exception.packages.test(name))

  it('are allowed, or exceptions for a reason', () => {
    expect(packages.length).toBeGreaterThan(100)
    expect(packages.filter((found) => !allowed.includes(found.licence) && !exceptionOf(found))).toEqual([])
  })

  it('need every exception and every allowed licence', () => {
    const used = new Set(packages.map(exceptionOf))
    expect(exceptions.filter((exception) => !used.has(exception))).toEqual([])
    expect(allowed.filter((licence) => !packages.some((found) => found.licence === licence))).toEqual([])
  })
})
