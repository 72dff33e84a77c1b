import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MigrationError } from '#backend/database/migrations'
import { openS3Server, type S3Server } from '#backend/storage/testing/s3-server'
import { readConfig } from '../../server/config.ts'
import { openBackup, writeBackup } from './archive.ts'
import { move } from './move.ts'
import { openOwnPlace, openPlace, PlaceError, requireOwnObjects } from './place.ts'
import { withSource } from './source.ts'
import { addPicture, createMarket, migrations } from './testing.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'tuckbox-place-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const print = () => {}

describe('the market of an environment with S3', () => {
  let s3: S3Server
  beforeAll(async () => {
    s3 = await openS3Server()
  })
  afterAll(() => s3.close())

  const configOf = (name: string) => {
    const { endpoint, bucket, accessKeyId, secretAccessKey } = s3.settings
    return readConfig({
      DATA_DIR: path.join(folder, name),
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_REGION: s3.settings.region,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    })
  }
  const filesIn = (of: string) => (existsSync(of) ? readdirSync(of, { recursive: true, withFileTypes: true }) : [])
  const blobsOf = (name: string) => filesIn(path.join(folder, name, 'storage')).filter((entry) => entry.isFile())
  const objectsInBucket = () => filesIn(s3.directory).filter(({ name }) => name.endsWith('_object')).length

  it('has its objects in the bucket, for a backup of a stopped server and for a restore', async () => {
    await createMarket(path.join(folder, 'source'))
    await createMarket(path.join(folder, 'target'))
    const source = await openOwnPlace(configOf('source'), 'read')
    await addPicture(source, 'a/cake.png')
    const backups = path.join(folder, 'backups')
    const name = '2026-11-25T00-00-00Z'
    await withSource(source, (from) =>
      writeBackup({ source: from, secrets: undefined, verifies: false, backups, name, print }),
    )
    await source.close()
    const backup = await openBackup(path.join(backups, name))
    expect(backup.objects).toMatchObject([{ name: 'a/cake.png' }])

    const before = objectsInBucket()
    const target = await openOwnPlace(configOf('target'), 'write')
    await move({ from: backup, to: target, isDryRun: false, replaces: false, finishes: true, print })
    await target.close()
    expect(objectsInBucket()).toBe(before + 1)
    expect([blobsOf('source'), blobsOf('target')]).toEqual([[], []])
  })
})

it('A data folder that an argument names is refused while S3 is set, and a database is not', () => {
  expect(() => requireOwnObjects('./data', { S3_BUCKET: 'objects' })).toThrow(PlaceError)
  requireOwnObjects('postgres://localhost/market', { S3_BUCKET: 'objects' })
  requireOwnObjects('./data', {})
})

it('A folder without a database cannot be backed up, and none is created there', async () => {
  const dataDir = path.join(folder, 'wrong')
  await expect(openOwnPlace(readConfig({ DATA_DIR: dataDir }), 'read')).rejects.toThrow('There is no database in')
  expect(existsSync(dataDir)).toBe(false)
})

it('A database that lacks a migration is migrated for a restore, and neither for a backup nor for a dry run', async () => {
  const dataDir = path.join(folder, 'older')
  await createMarket(dataDir)
  const newer = path.join(folder, 'migrations')
  cpSync(migrations, newer, { recursive: true })
  writeFileSync(path.join(newer, '30000101000000_later.sql'), 'create table later ()')
  await expect(openPlace({ at: dataDir, migrations: newer, use: 'read' })).rejects.toThrow(
    'lacks the migration 30000101000000_later',
  )
  await (await openPlace({ at: dataDir, migrations, use: 'read' })).close()
  await (await openPlace({ at: dataDir, migrations: newer, use: 'write' })).close()
  await expect(openPlace({ at: dataDir, migrations, use: 'read' })).rejects.toThrow(MigrationError)
})
