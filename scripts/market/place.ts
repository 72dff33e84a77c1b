/** Where a market is: a data folder, or a PostgreSQL database with the storage API that serves its objects. */

import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, readFile, rm } from 'node:fs/promises'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { applyBase } from '../../backend/database/base.ts'
import { lockDataFolder, removeDataFolder } from '../../backend/database/data-folder.ts'
import type { Database } from '../../backend/database/database.ts'
import { readHolder } from '../../backend/database/lock-file.ts'
import { migrate, refuseOtherVersions, requireSameVersions } from '../../backend/database/migrations.ts'
import { openPglite } from '../../backend/database/pglite.ts'
import { openPostgres } from '../../backend/database/postgres.ts'
import { createKeys, type Keys } from '../../backend/keys.ts'
import { createStorage, type S3Settings } from '../../backend/storage/index.ts'
import { createTokens } from '../../backend/tokens.ts'
import { isWildcard, type ServerConfig } from '../../server/config.ts'
import { hasRow, isMissing, type StorageApi, type StoredObject } from './objects.ts'
import { writeMarket } from './tables.ts'

export interface Place {
  readonly database: Database
  /** Undefined for a database without the address and key of its storage API. */
  readonly storage: StorageApi | undefined
  /** Whether an object has a row now, also where `database` is a copy. */
  hasObject(object: StoredObject): Promise<boolean>
  close(): Promise<void>
}

/** A data folder that is only read has a database of this release: it is neither created nor migrated. */
export type Use = 'read' | 'write'

/** The URL of an API, e.g. `https://PROJECT.supabase.co`, and its service key. */
interface Api {
  readonly url: string
  readonly serviceKey: string
}

export interface PlaceOptions {
  /** A folder like DATA_DIR whose server has stopped, or a `postgres://` URL. */
  readonly at: string
  readonly api?: Api | undefined
  /** The folder of this release's migrations. */
  readonly migrations: string
  /** Where the objects of a data folder are instead. */
  readonly s3?: S3Settings | undefined
  readonly use: Use
}

/** A place that cannot be opened. The message is for the operator. */
export class PlaceError extends Error {
  override readonly name = 'PlaceError'
}

/** Copying a large table is one statement. */
const timeoutMs = 60 * 60 * 1000

/** @throws Error, DataFolderError, DatabaseError */
export async function openPlace(options: PlaceOptions): Promise<Place> {
  const { at, api } = options
  if (isDatabase(at)) {
    const database = await openPostgres({ url: at, connections: 4, timeoutMs })
    const storage = api && storageOver(api)
    return { database, storage, hasObject: hasObjectIn(database), close: () => database.close() }
  }
  return openFolder(options)
}

export const isDatabase = (at: string) => /^postgres(ql)?:/.test(at)

/** Objects of a folder that an argument names would be looked for in the wrong place. @throws PlaceError */
export function requireOwnObjects(at: string, environment: NodeJS.ProcessEnv): void {
  if (environment.S3_BUCKET && !isDatabase(at))
    throw new PlaceError(
      `S3_BUCKET is set, and ${at} is a data folder. Unset S3_BUCKET if its objects are in the folder. Otherwise use npm run backup and npm run restore with DATA_DIR.`,
    )
}

function storageOver({ url, serviceKey }: Api): StorageApi {
  const keys = { apikey: serviceKey, Authorization: `Bearer ${serviceKey}` }
  return async (target, init) => {
    const headers = { ...init?.headers, ...keys }
    try {
      return await fetch(`${url.replace(/\/$/, '')}/storage/v1${target}`, { ...init, headers })
    } catch (error) {
      throw new PlaceError(`${url} cannot be reached.`, { cause: error })
    }
  }
}

/** A wrong URL would respond to every object with 404. @throws PlaceError */
export async function requireStorage({ storage }: Place, side: 'source' | 'target'): Promise<void> {
  const response = await storage?.('/bucket')
  if (response?.ok === false)
    throw new PlaceError(`The storage API of the ${side} responded ${response.status} ${await response.text()}`)
  await response?.body?.cancel()
}

/**
 * Requires that the storage API serves the place's database. Otherwise objects would be written into another market, and removed
 * there. A bucket that only this database has shows it.
 * @throws PlaceError
 */
export async function requireOwnStorage({ database, storage }: Place): Promise<void> {
  if (!storage) return
  const id = `check-${randomUUID()}`
  const run = (text: string) => writeMarket(database, (tx) => tx.run({ text, values: [id] }))
  await run('insert into storage.buckets (id, name) values ($1, $1)')
  try {
    const response = await storage(`/bucket/${id}`)
    await response.body?.cancel()
    if (!response.ok)
      throw new PlaceError(
        `The storage API of the target serves another database. It responded ${response.status} for a bucket that only the target has. Nothing was changed.`,
      )
  } finally {
    await run('delete from storage.buckets where id = $1')
  }
}

const hasObjectText = 'select exists (select from storage.objects where bucket_id = $1 and name = $2)'

const hasObjectIn = (database: Database) => async (object: StoredObject) => {
  const { rows } = await database.run({ text: hasObjectText, values: [object.bucket, object.name] })
  return rows[0]?.[0] === 't'
}

const serviceRole = { role: 'service_role', claims: { role: 'service_role' }, claimsText: '{"role":"service_role"}' }

async function openFolder({ at: folder, migrations, s3, use }: PlaceOptions): Promise<Place> {
  if (existsSync(folder) && !existsSync(path.join(folder, 'database')) && existsSync(path.join(folder, 'storage')))
    throw new PlaceError(
      `${folder} has objects but no database. Its server uses PostgreSQL: name that database instead.`,
    )
  if (use === 'read') requireDatabase(folder)
  const database = await openPglite({ dataDir: path.join(folder, 'database'), timeoutMs })
  try {
    if (use === 'write') {
      await refuseOtherVersions(database, migrations)
      await applyBase(database)
      await migrate(database, migrations)
    } else {
      await requireSameVersions(database, migrations)
    }
    return await withFiles(database, folder, s3)
  } catch (error) {
    await database.close()
    throw error
  }
}

/** A place whose objects are in a folder, or in a bucket. It closes the database. */
export async function withFiles(database: Database, folder: string, s3?: S3Settings): Promise<Place> {
  const files = await openFiles(database, folder, s3)
  return {
    database,
    storage: files.storage,
    hasObject: hasObjectIn(database),
    async close() {
      await files.close()
      await database.close()
    },
  }
}

/** @throws PlaceError */
function requireDatabase(folder: string): void {
  if (!existsSync(path.join(folder, 'database/PG_VERSION')))
    throw new PlaceError(`There is no database in ${path.resolve(folder)}.`)
}

/** The storage API of a data folder, without a server. */
async function openFiles(database: Database, folder: string, s3: S3Settings | undefined) {
  const files = await createStorage({
    database,
    directory: path.join(folder, 'storage'),
    s3,
    cacheDirectory: path.join(folder, 'cache'),
    // The bucket may have objects of rows that are still to be restored.
    skipsStartupCleanup: true,
    // Signed URLs are not used here.
    tokens: createTokens(randomBytes(32).toString('hex')),
  })
  const storage: StorageApi = async (target, init) => {
    const request = new Request(`http://localhost/storage/v1${target}`, init)
    return files.match(request).respond(request, serviceRole)
  }
  return { storage, close: () => files.close() }
}

/** The market that the server's environment names. An embedded database is read from a copy, so that its server can run or start. */
export async function openOwnPlace(config: ServerConfig, use: Use): Promise<Place> {
  const { remote, databaseUrl, supabaseDir, s3 } = config
  if (remote) throw new PlaceError('This site uses a hosted Supabase. Name its database and its API.')
  const dataDir = path.resolve(config.dataDir)
  const migrations = path.join(supabaseDir, 'migrations')
  const api = await ownApi(config)
  if (databaseUrl) return openPlace({ at: databaseUrl, api, migrations, use })
  if (use === 'write') return openPlace({ at: dataDir, migrations, s3, use })
  requireDatabase(dataDir)
  return (await isServing(dataDir)) ? openServed(api) : openStopped(config)
}

const ownApi = async (config: ServerConfig): Promise<Api> => ({
  url: localUrl(config),
  serviceKey: (await ownKeys(config))?.serviceKey ?? '',
})

const isServing = async (dataDir: string) => (await readHolder(path.join(dataDir, 'database.lock'))) !== undefined

/** Reads a copy of a running server's embedded database, and objects through that server. */
async function openServed(api: Api): Promise<Place> {
  const { status, body } = await postSnapshot(api)
  if (status !== 200) throw new PlaceError(`${api.url} did not copy its database: ${status} ${body}`)
  const { folder } = snapshot.parse(JSON.parse(body))
  const database = await openPglite({ dataDir: folder, timeoutMs })
  const storage = storageOver(api)
  return {
    database,
    storage,
    hasObject: (object) => hasRow(storage, object),
    async close() {
      await database.close()
      await removeDataFolder(folder)
    },
  }
}

/** Copies a stopped server's embedded database. The server may start once it is copied, and then replace or remove objects. */
async function openStopped(config: ServerConfig): Promise<Place> {
  const dataDir = path.resolve(config.dataDir)
  const copy = path.join(dataDir, 'snapshot')
  await copyDatabase(dataDir, copy)
  const database = await openPglite({ dataDir: copy, timeoutMs }).catch(async (error: unknown) => {
    await removeDataFolder(copy)
    throw error
  })
  const close = async () => {
    await database.close()
    await removeDataFolder(copy)
  }
  try {
    await requireSameVersions(database, path.join(config.supabaseDir, 'migrations'))
    const files = await openFiles(database, dataDir, config.s3)
    return {
      database,
      async storage(target, init) {
        const response = await files.storage(target, init)
        if (!(await isMissing(response)) || !(await isServing(dataDir))) return response
        await response.body?.cancel()
        return storageOver(await ownApi(config))(target, init)
      },
      hasObject: async (object) =>
        (await isServing(dataDir)) ? hasRow(storageOver(await ownApi(config)), object) : hasObjectIn(database)(object),
      async close() {
        await files.close()
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** @throws DataFolderError when either folder is in use */
async function copyDatabase(dataDir: string, to: string): Promise<void> {
  const unlock = await lockDataFolder(path.join(dataDir, 'database'))
  try {
    if (existsSync(to)) await removeDataFolder(to)
    await cp(path.join(dataDir, 'database'), to, { recursive: true }).catch(async (error: unknown) => {
      await rm(to, { recursive: true, force: true })
      throw error
    })
  } finally {
    await unlock()
  }
}

/** Waits as long as the copy takes. fetch would fail after five minutes without headers. */
async function postSnapshot({ url, serviceKey }: Api) {
  const headers = { Authorization: `Bearer ${serviceKey}` }
  const request = httpRequest(`${url}/snapshot`, { method: 'POST', headers }).end()
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve)
    request.once('error', (cause) => reject(new PlaceError(`${url} cannot be reached.`, { cause })))
  })
  return { status: response.statusCode, body: await text(response) }
}

const snapshot = z.object({ folder: z.string() })

/** Where the server stores its secrets, unless its environment has them. */
export const secretsFile = ({ dataDir }: ServerConfig) => path.resolve(dataDir, 'secrets.json')

/** The keys that the server makes from its secret. Undefined if it has none yet. */
export async function ownKeys(config: ServerConfig): Promise<Keys | undefined> {
  const file = secretsFile(config)
  const secret =
    config.jwtSecret ??
    (existsSync(file) ? secrets.parse(JSON.parse(await readFile(file, 'utf8'))).jwtSecret : undefined)
  return secret ? createKeys(createTokens(secret)) : undefined
}

const secrets = z.object({ jwtSecret: z.string() })

const localUrl = ({ host, port }: ServerConfig) =>
  `http://${isWildcard(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host}:${port}`
