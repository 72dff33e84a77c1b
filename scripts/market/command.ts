/** What the commands that read and write markets share. */
import { DataFolderError } from '../../backend/database/data-folder.ts'
import { DatabaseError } from '../../backend/database/errors.ts'
import { MigrationError } from '../../backend/database/migrations.ts'
import { S3Error } from '../../backend/storage/index.ts'
import { ConfigError } from '../../server/config.ts'
import { BackupError } from './archive.ts'
import { MoveError } from './move.ts'
import { ObjectError } from './objects.ts'
import { PlaceError, requireOwnObjects } from './place.ts'

/** Errors whose message is enough for the operator. */
const expected = [
  MoveError,
  BackupError,
  ObjectError,
  PlaceError,
  S3Error,
  ConfigError,
  DatabaseError,
  DataFolderError,
  MigrationError,
]

/** Runs a command, and ends the process with 1 if it fails. */
export function runCommand(main: () => Promise<void>, usage: string): void {
  main().catch((error: unknown) => {
    const isUsage = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
    const isExpected = expected.some((kind) => error instanceof kind)
    if (isUsage) console.error(`${error.message}\n${usage}`)
    else console.error(isExpected && error instanceof Error ? error.message : error)
    process.exitCode = 1
  })
}

/** The API of a database. Its service key is in the environment, because arguments are visible to every user of the machine. */
export function apiOf(url: string | undefined, keyName: string): { url: string; serviceKey: string } | undefined {
  if (url === undefined) return undefined
  const serviceKey = process.env[keyName]
  if (!serviceKey) throw new MoveError(`${keyName} is not set. It is the service key of ${url}.`)
  return { url, serviceKey }
}

/** A place that is an argument, or a database whose URL is in the environment, because it contains a password. @throws PlaceError */
export function placeOf(argument: string | undefined, urlName: string): string | undefined {
  const url = process.env[urlName]
  if (argument !== undefined && url) throw new PlaceError(`${urlName} is set, and ${argument} is given, too.`)
  const at = argument ?? (url || undefined)
  if (at !== undefined) requireOwnObjects(at, process.env)
  return at
}
