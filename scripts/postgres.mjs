/**
 * A temporary PostgreSQL server for tests and benchmarks, if PostgreSQL is installed or can be. POSTGRES_BIN is the folder of its
 * programs, or `none`. By default it is the newest of Debian's packages, then the one in PATH.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

/**
 * @typedef {object} PostgresServer
 * @property {string} url of its database `postgres`, as a superuser
 * @property {string} version such as 15
 * @property {() => Promise<void>} stop
 * @property {() => Promise<void>} crash ends it at once, without a shutdown
 * @property {() => Promise<void>} start starts it again after a crash
 */

/**
 * Starts a server on a free port of 127.0.0.1.
 * @param {{ isKept?: boolean }} [options] its data folder is new, or with `isKept` that of the last such server, which has its template databases
 * @returns {Promise<PostgresServer | undefined>}
 */
export async function startPostgres({ isKept = false } = {}) {
  const configured = process.env.POSTGRES_BIN
  if (configured === 'none') return undefined
  if (configured && !hasPrograms(configured)) throw new Error(`POSTGRES_BIN is ${configured}, but initdb is not there.`)
  const programs = configured || findPrograms() || installPrograms()
  if (!programs) return undefined
  if (!isKept) return start(programs, mkdtempSync(path.join(tmpdir(), 'tuckbox-postgres-')), false)
  const folder = path.join(tmpdir(), `tuckbox-postgres-of-tests-${versionOf(programs)}`)
  // Another run of the tests may be using it.
  if (isInUse(folder)) return startPostgres()
  try {
    return await start(programs, folder, true)
  } catch {
    // Another run began to use it just now. Else its files are damaged, another user's or of another build of PostgreSQL.
    if (!isInUse(folder)) rmSync(folder, { recursive: true, force: true })
    return startPostgres()
  }
}

/** @param {string} programs */
const versionOf = (programs) =>
  /\d+/.exec(execFileSync(path.join(programs, 'postgres'), ['--version'], { encoding: 'utf8' }))?.[0] ?? ''

/** @param {string} folder */
function isInUse(folder) {
  try {
    const [pid = ''] = readFileSync(path.join(folder, 'data/postmaster.pid'), 'utf8').split('\n')
    return process.kill(Number(pid), 0)
  } catch {
    return false
  }
}

/** @param {string} programs @param {string} folder @param {boolean} isKept @returns {Promise<PostgresServer>} */
async function start(programs, folder, isKept) {
  // PostgreSQL refuses to run as root.
  const owner = process.getuid?.() === 0 ? postgresUser() : undefined
  mkdirSync(folder, { recursive: true })
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const data = path.join(folder, 'data')
  if (!existsSync(data)) initialize(programs, folder, owner)
  const port = await freePort()
  const settings = [
    'fsync=off',
    'full_page_writes=off',
    'max_wal_size=256MB',
    'max_connections=200',
    `unix_socket_directories=${folder}`,
  ].flatMap((setting) => ['-c', setting])
  const launch = () =>
    spawn(path.join(programs, 'postgres'), ['-D', data, '-h', '127.0.0.1', '-p', String(port), ...settings], {
      ...owner,
      cwd: folder,
      stdio: 'ignore',
    })
  let server = launch()
  // An error of ours must not leave it running.
  process.once('exit', () => server.kill('SIGINT'))
  /** @param {NodeJS.Signals} signal */
  const end = async (signal) => {
    const exited = new Promise((resolve) => server.once('exit', resolve))
    server.kill(signal)
    await exited
  }
  const stop = async () => {
    // "Fast" shutdown: connections are ended, data is written.
    await end('SIGINT')
    if (!isKept) rmSync(folder, { recursive: true, force: true })
  }
  const isReady = () =>
    spawnSync(path.join(programs, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)]).status === 0
  const ready = async () => {
    for (let attempt = 0; !isReady(); attempt += 1) {
      if (attempt > 100 || server.exitCode !== null) throw new Error('The PostgreSQL server for tests did not start')
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  await ready()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  if (isKept) await dropOldDatabases(url)
  return {
    url,
    version: readFileSync(path.join(data, 'PG_VERSION'), 'utf8').trim(),
    stop,
    // "Immediate" shutdown: nothing is written, and the next start recovers from the log.
    crash: () => end('SIGQUIT'),
    async start() {
      server = launch()
      await ready()
    },
  }
}

/** Creates the data folder in one step, because another run may be about to do the same. @param {string} programs @param {string} folder @param {{ uid: number, gid: number } | undefined} owner */
function initialize(programs, folder, owner) {
  const made = mkdtempSync(path.join(folder, 'making-'))
  if (owner) chownSync(made, owner.uid, owner.gid)
  const options = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']
  execFileSync(path.join(programs, 'initdb'), ['-D', path.join(made, 'data'), ...options], {
    ...owner,
    cwd: folder,
    stdio: 'ignore',
  })
  try {
    renameSync(path.join(made, 'data'), path.join(folder, 'data'))
  } catch (error) {
    // The other run was sooner.
    if (!existsSync(path.join(folder, 'data'))) throw error
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
}

/** Drops what a killed run left, and all but the newest templates. @param {string} url */
async function dropOldDatabases(url) {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(
    `select datname from pg_database where datname like 'test\\_%' or datname in (
      select datname from pg_database where datname like 'template\\_%' order by oid desc offset 8)`,
  )
  for (const { datname } of rows) await client.query(`drop database "${datname}" with (force)`)
  await client.end()
}

function findPrograms() {
  const versions = '/usr/lib/postgresql'
  const debian = existsSync(versions) ? readdirSync(versions).map((version) => path.join(versions, version, 'bin')) : []
  const folders = [...debian.sort().reverse(), ...(process.env.PATH ?? '').split(path.delimiter)]
  return folders.find(hasPrograms)
}

/** @param {string} folder */
function hasPrograms(folder) {
  return existsSync(path.join(folder, 'postgres')) && existsSync(path.join(folder, 'initdb'))
}

function installPrograms() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.log('Installing PostgreSQL for the tests (once)…')
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore' })
  spawnSync('apt-get', ['install', '-y', '-qq', 'postgresql'], { stdio: 'ignore' })
  return findPrograms()
}

function postgresUser() {
  /** @param {string} flag */
  const id = (flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port'))))
    })
  })
}
