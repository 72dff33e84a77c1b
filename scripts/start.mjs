/** `npm start`: installs, builds and starts the server. With --dev it runs the sources with hot reload. */
import { spawn } from 'node:child_process'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt, ensureInstalled, requireNode, root } from './prepare.mjs'

requireNode()
ensureInstalled()
process.chdir(root)

if (process.argv.includes('--dev')) {
  const tsx = path.join(root, 'node_modules/tsx/dist/cli.mjs')
  const sql = ['supabase/config.toml', 'supabase/migrations', 'backend/database/base']
  const watched = [
    'watch',
    ...sql.flatMap((name) => ['--include', name]),
    '--exclude',
    'web/**',
    'server/main.ts',
    '--dev',
  ]
  const child = spawn(process.execPath, [tsx, ...watched], { stdio: 'inherit' })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => child.kill(signal))
  child.on('exit', (code) => process.exit(code ?? 1))
} else {
  await ensureBuilt()
  await import(pathToFileURL(path.join(root, 'build/server/main.js')).href)
}
