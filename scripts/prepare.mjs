/** Prepares a fresh clone: checks the version of Node, installs the lockfile's packages, and builds the current sources. */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** Exits with a message if Node is too old. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const isRecent = major >= 24 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)
  if (isRecent) return
  console.error(`Tuckbox needs Node 20.19, 22.12 or 24 and newer; this is ${process.versions.node}.`)
  process.exit(1)
}

/** Installs the lockfile's packages once. Needs only Node and npm. */
export function ensureInstalled() {
  // A work tree that links to another's packages: installing would empty the other's folder.
  if (lstatSync(path.join(root, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) return
  const lock = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex')
  const stamp = path.join(root, 'node_modules/.installed')
  if (readOr(stamp, '') === lock) return
  console.log('Installing packages (once)…')
  // Development packages build the web app. There is no shell, so that a path may contain spaces.
  const npm = process.env.npm_execpath
  const [command, ...first] = npm ? [process.execPath, npm] : ['npm']
  const { status } = spawnSync(
    command ?? 'npm',
    [...first, 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  )
  if (status !== 0) {
    console.error('The packages could not be installed: see npm’s message above.')
    process.exit(1)
  }
  writeFileSync(stamp, lock)
}

/** Builds the web app and the server, unless the build is up to date. */
export async function ensureBuilt() {
  const digest = digestOf(sources)
  const stamp = path.join(root, 'build/.sources')
  if (readOr(stamp, '') === digest) return
  console.log('Building (once)…')
  // A child process, because the bundler's memory would stay with the server.
  const builder = spawn(process.execPath, [path.join(root, 'scripts/build.mjs')], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    // With another value, the rendering on the server would need React's development build.
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const code = await new Promise((resolve) => builder.once('exit', resolve))
  if (code !== 0) process.exit(1)
  writeFileSync(stamp, digest)
}

const sources = [
  'backend',
  'domain',
  'server',
  'supabase/functions',
  'supabase/sample',
  'web',
  'scripts/build.mjs',
  'vite.config.ts',
  // Its `imports` are part of every module.
  'package.json',
  'package-lock.json',
]

/**
 * A digest of files and folders, and of Node's major version.
 * @param {readonly string[]} names relative to the repository
 * @param {{ hasTests?: boolean }} [options] by default tests do not count
 */
export function digestOf(names, { hasTests = false } = {}) {
  const hash = createHash('sha256').update(process.versions.node.split('.')[0] ?? '')
  const add = (/** @type {string} */ name) => {
    const location = path.join(root, name)
    if (statSync(location).isDirectory()) for (const entry of readdirSync(location).sort()) add(`${name}/${entry}`)
    else if (hasTests || !/\.test\.tsx?$/.test(name)) hash.update(name).update('\0').update(readFileSync(location))
  }
  for (const name of names) add(name)
  return hash.digest('hex')
}

/** @param {string} file @param {string} fallback */
export function readOr(file, fallback) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return fallback
  }
}
