/** Builds the web app for the browser, its rendering for the server, the server, and the edge functions. */
import { execFile } from 'node:child_process'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build as viteBuild } from 'vite'
import { root } from './prepare.mjs'

/** Bundles the server's own sources. Its packages stay in node_modules. */
async function buildServer() {
  const outDir = path.join(root, 'build/server')
  await viteBuild({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      ssr: true,
      outDir,
      target: 'node20',
      minify: false,
      sourcemap: true,
      // Chunks are in the folder of the programs, so that code in any chunk finds files in its own folder.
      rollupOptions: {
        input: ['server/main.ts', 'server/sample-process.ts'],
        output: { chunkFileNames: '[name].js' },
      },
    },
  })
  // The bundle loads these files from its own folder.
  await cp(path.join(root, 'backend/database/base'), path.join(outDir, 'base'), { recursive: true })
  for (const program of ['database/pglite-worker.js', 'functions/worker.js', 'functions/bundler.js'])
    await cp(path.join(root, 'backend', program), path.join(outDir, path.basename(program)))
}

/** One file at the root, whose path is the pages that it can serve. It imports nothing at run time. */
async function buildServiceWorker() {
  await viteBuild({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      outDir: path.join(root, 'build/web'),
      emptyOutDir: false,
      target: 'baseline-widely-available',
      rolldownOptions: {
        input: 'web/service-worker/service-worker.ts',
        output: { entryFileNames: 'service-worker.js', format: 'iife' },
      },
    },
  })
}

const run = promisify(execFile)

/** Bundles each function and records its inputs in the format of backend/functions/bundles.ts, so that the first call is fast. */
async function bundleFunctions() {
  const outDir = path.join(root, 'build/functions')
  await mkdir(outDir, { recursive: true })
  const bundler = path.join(root, 'backend/functions/bundler.js')
  const entries = await readdir(path.join(root, 'supabase/functions'), { withFileTypes: true })
  for (const { name } of entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))) {
    const entry = path.join(root, 'supabase/functions', name, 'index.ts')
    const { stdout } = await run(process.execPath, [bundler, entry, path.join(outDir, `${name}.mjs`)])
    await writeFile(
      path.join(outDir, `${name}.json`),
      JSON.stringify({ bundle: `${name}.mjs`, inputs: JSON.parse(stdout) }),
    )
  }
}

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Adds a .br and a .gz file for each text file, so that no request waits for compression. @param {string} folder */
async function compress(folder) {
  const names = await readdir(folder, { recursive: true })
  const texts = names.filter((name) => /\.(js|css|svg|webmanifest|json|txt)$/.test(name) && !name.startsWith('.'))
  await Promise.all(
    texts.map(async (name) => {
      const file = path.join(folder, name)
      const bytes = await readFile(file)
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
      await writeFile(`${file}.br`, await brotli(bytes, quality))
      await writeFile(`${file}.gz`, await gzipped(bytes, { level: 9 }))
    }),
  )
}

await mkdir(path.join(root, 'build'), { recursive: true })
// What tests leave there stays.
for (const name of await readdir(path.join(root, 'build')))
  if (name !== 'tests') await rm(path.join(root, 'build', name), { recursive: true, force: true })
const common = {
  root,
  configFile: path.join(root, 'vite.config.ts'),
  logLevel: /** @type {const} */ ('warn'),
  mode: 'production',
}
await viteBuild(common)
await buildServiceWorker()
await viteBuild({ ...common, build: { ssr: 'web/app/entry-server.tsx' } })
await buildServer()
await bundleFunctions()
await compress(path.join(root, 'build/web'))
