/**
 * Bundles a function into one file: its TypeScript, relative imports and npm packages. `node bundler.js ENTRY OUTPUT` prints the
 * bundle's inputs as JSON: `[{ file, digest }]`, relative to the bundle's folder, so that both can be moved or copied together. It is a
 * separate process, because the bundler's memory is only freed with its process.
 *
 * Import specifiers work as in Supabase's edge runtime: `npm:NAME@VERSION`, and the import map of the function's deno.json. The version
 * is the installed one; other sources (jsr:, https:) are not supported.
 */
import { createHash } from 'node:crypto'
import { readFileSync, realpathSync, statSync } from 'node:fs'
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

/** The folder of the package that a file belongs to. @param {string} file */
const packageFolderOf = (file) => /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1]

/** For a file of a package, its package.json: only an installation changes packages. @param {string} id */
function inputOf(id) {
  const file = id.split('?')[0] ?? ''
  const folder = packageFolderOf(file)
  return folder ? `${folder}/package.json` : file
}

/** npm's records of what it installed. @type {Map<string, Record<string, { dev?: boolean }>>} */
const installations = new Map()

/** Whether a file belongs to a package that `npm prune --omit=dev` removes. @param {string} file */
function isDevelopmentOnly(file) {
  const folder = packageFolderOf(file)
  if (folder === undefined) return false
  const root = folder.slice(0, folder.indexOf('/node_modules/'))
  let packages = installations.get(root)
  if (!packages) {
    const record = path.join(root, 'node_modules/.package-lock.json')
    const exists = statSync(record, { throwIfNoEntry: false })
    packages = exists ? JSON.parse(readFileSync(record, 'utf8')).packages : {}
    installations.set(root, packages ?? {})
  }
  return packages?.[path.relative(root, folder)]?.dev === true
}

/**
 * A package may use another one if that is installed: `debug` does so with `supports-color`. One that is installed for development
 * alone stays out of the bundle, which is then the same with and without development packages.
 * @type {import('vite').Plugin}
 */
const optionalPackages = {
  name: 'function-optional-packages',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    if (importer === undefined || !packageFolderOf(importer) || isDevelopmentOnly(importer)) return null
    const found = await this.resolve(source, importer, { ...options, skipSelf: true })
    return found && isDevelopmentOnly(found.id) ? { id: source, external: true } : found
  },
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
  plugins: [specifiers, optionalPackages, recorder],
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
const folder = realpathSync(path.dirname(output))
const printed = [...inputs].sort().map((file) => ({
  file: path.relative(folder, file),
  digest: createHash('sha256').update(readFileSync(file)).digest('hex'),
}))
process.stdout.write(JSON.stringify(printed), () => process.exit(0))
