import { readdirSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { z } from 'zod'

const folder = fileURLToPath(new URL('.', import.meta.url))
const functions = readdirSync(folder).filter((name) => !name.startsWith('_') && statSync(folder + name).isDirectory())
const imports = z.object({ imports: z.record(z.string(), z.string()) })
const manifest = z.object({ dependencies: z.record(z.string(), z.string()) })

it('Every function pins the installed package versions', () => {
  const { dependencies } = manifest.parse(
    JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')),
  )
  expect(functions.length).toBeGreaterThan(0)
  for (const name of functions) {
    const map = imports.parse(JSON.parse(readFileSync(`${folder}${name}/deno.json`, 'utf8'))).imports
    for (const [specifier, target] of Object.entries(map))
      expect(target, `${name}: ${specifier}`).toBe(`npm:${specifier}@${dependencies[specifier]}`)
  }
})
