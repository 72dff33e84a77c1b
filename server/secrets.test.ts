import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readOrCreateSecret } from './secrets.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tuckbox-secrets-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('The JWT secret', () => {
  it('is created once and read at later starts', async () => {
    const secret = await readOrCreateSecret(folder)
    expect(secret.length).toBeGreaterThanOrEqual(32)
    expect(await readOrCreateSecret(folder)).toBe(secret)
    expect(JSON.parse(readFileSync(path.join(folder, 'secrets.json'), 'utf8'))).toEqual({ jwtSecret: secret })
  })

  it('is not replaced if its file cannot be read', async () => {
    // Reading a folder fails for root too, unlike a file without permissions.
    mkdirSync(path.join(folder, 'secrets.json'))
    await expect(readOrCreateSecret(folder)).rejects.toThrow('cannot be read')
  })
})
