/**
 * A process of its own that makes one file of a function: its TypeScript, what it imports by relative paths, and its npm packages.
 * `node bundler.js ENTRY OUTPUT` prints the bundle's inputs as JSON. A process, since a bundler's memory stays with whoever ran it.
 *
 * Import specifiers mean what they mean to Supabase's edge runtime: `npm:NAME@VERSION`, and the import map of the function's
 * deno.json. The version is that of package.json here; what is neither npm nor a file (jsr:, https:) cannot be served.
 */
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const [entry = '', output = ''] = process.argv.slice(2)
// Its input stays open as long as the server lives: nobody would use a bundle that is written into a dead server's folder.
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

/** What a specifier stands for by the import map: whole, or by its longest prefix that ends with a slash. @param {string} specifier */
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
  if (name === undefined) throw new Error(`${specifier} is no npm package`)
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
    // From the function's own folder first; a project without packages of its own has the server's.
    const found =
      (await this.resolve(name, importer, { ...options, skipSelf: true })) ??
      (await this.resolve(name, here, { ...options, skipSelf: true }))
    if (!found) throw new Error(`The package ${name} is not installed`)
    return found
  },
}

/** A package stands for all of its files: what changes it is an installation. @param {string} id */
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
