/**
 * Generates supabase/common-passwords.txt.gz, which the backend refuses as passwords. To update it, run `npx tsx
 * scripts/common-passwords.ts` with a network connection. It installs its source in a temporary folder; it is no dependency.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

/** Passwords from leaks, the most common first, in lower case. */
const source = '@zxcvbn-ts/language-common@4.1.3'
const notice = [
  `# From ${source} (MIT licence).`,
  '# Copyright (c) 2012-2016 Dan Wheeler and Dropbox, Inc.',
  '# Copyright (c) 2021 @zxcvbn-ts',
]
const count = 10_000
/** `minimum_password_length` of config.toml. Most common passwords are shorter. */
const minimumLength = 8

const folder = mkdtempSync(path.join(tmpdir(), 'tuckbox-passwords-'))
try {
  execFileSync('npm', ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', source])
  const file = path.join(folder, 'node_modules/@zxcvbn-ts/language-common/src/passwords.json')
  const all: string[] = JSON.parse(readFileSync(file, 'utf8'))
  const long = all.filter((password) => password.length >= minimumLength)
  const passwords = new Set([...all.slice(0, count), ...long.slice(0, count)])
  const target = fileURLToPath(new URL('../supabase/common-passwords.txt.gz', import.meta.url))
  writeFileSync(target, gzipSync([...notice, ...passwords, ''].join('\n'), { level: 9 }))
} finally {
  rmSync(folder, { recursive: true })
}
