/**
 * Bundles a function into one file: its TypeScript, relative imports and npm packages. `node bundler.js ENTRY OUTPUT` prints the
 * bundle's inputs as JSON. It is a separate process, because the bundler's memory is only freed with its process.
 *
 * Import specifiers work as in Supabase's edge runtime: `npm:NAME@VERSION`, and the import map of the function's deno.json. The version
 * is the installed one; other sources (jsr:, https:) are not supported.
 */
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const [entry = '', output = ''] = process.argv.slice(2)
// stdin closes when the server ends; the bundle is of no use then.
process.stdin.resume().once('end', () => process.exit(1))
process.stdin.once('error', () => process.exit(1))
const here = fileURLToPath(import.meta.url)
/** @type {Set<string>} */
const inputs = new Set()

/** @returns {Record<string, string>} */
function readImportMap() {
  const file = path.join(path.dirname(entry), 'deno.json')
  if (!statSync(file, { throwIfNoEntry: false })) return {}
  inputs.add(file)
  return JSON.parse(readFileSync(file, 'utf8')).imports ?? {}
}
const imports = readImportMap()

/** Resolves a specifier by the import map: exactly, or by its longest prefix that ends with a slash. @param {string} specifier */
function mapped(specifier) {
  const exact = imports[specifier]
  if (exact !== undefined) return exact
  const prefixes = Object.keys(imports).filter((key) => key.endsWith('/') && specifier.startsWith(key))
  const prefix = prefixes.sort((a, b) => b.length - a.length)[0]
  return prefix === undefined ? specifier : `${imports[prefix]}${specifier.slice(prefix.length)}`
}

/** `npm:@scope/name@1.2.3/part` -> `@scope/name/part`. @param {string} specifier */
function packageOf(specifier) {
  const [, name, part = ''] = /^npm:\/?((?:@[^/@]+\/)?[^/@]+)(?:@[^/]*)?(\/.*)?$/.exec(specifier) ?? []
  if (name === undefined) throw new Error(`${specifier} is not an npm package`)
  return name + part
}

/** @type {import('vite').Plugin} */
const specifiers = {
  name: 'function-specifiers',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    const isOurs = importer !== undefined && !importer.includes('node_modules')
    const target = isOurs ? mapped(source) : source
    if (/^(jsr|https?):/.test(target)) throw new Error(`${target} cannot be imported here: only npm packages and files`)
    if (!target.startsWith('npm:')) {
      if (target === source) return null
      const base = /^\.\.?\//.test(target) ? path.resolve(path.dirname(entry), target) : target
      return this.resolve(base, importer, { ...options, skipSelf: true })
    }
    const name = packageOf(target)
    // The function's own packages first, then the server's.
    const found =
      (await this.resolve(name, importer, { ...options, skipSelf: true })) ??
      (await this.resolve(name, here, { ...options, skipSelf: true }))
    if (!found) throw new Error(`The package ${name} is not installed`)
    return found
  },
}

/** For a file of a package, its package.json: only an installation changes packages. @param {string} id */
function inputOf(id) {
  const file = id.split('?')[0] ?? ''
  const inPackage = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)
  return inPackage ? `${inPackage[1]}/package.json` : file
}

/** @type {import('vite').Plugin} */
const recorder = {
  name: 'function-inputs',
  moduleParsed({ id }) {
    if (path.isAbsolute(id)) inputs.add(inputOf(id))
  },
}

await build({
  root: path.dirname(entry),
  configFile: false,
  envFile: false,
  publicDir: false,
  logLevel: 'silent',
  plugins: [specifiers, recorder],
  resolve: { conditions: ['node', 'import', 'module', 'default'] },
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: entry,
    outDir: path.dirname(output),
    emptyOutDir: false,
    target: 'node20',
    minify: false,
    rollupOptions: { output: { format: 'es', entryFileNames: path.basename(output), codeSplitting: false } },
  },
})
const stats = [...inputs].sort().map((file) => {
  const { mtimeMs, size } = statSync(file)
  return { file, mtimeMs, size }
})
process.stdout.write(JSON.stringify(stats), () => process.exit(0))
