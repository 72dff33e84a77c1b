/** Checks docs/compatibility.md against the installed client libraries and the tests that it names. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient } from '@supabase/supabase-js'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { noSession } from '../harness.ts'

vi.stubGlobal('WebSocket', WebSocket)

const root = fileURLToPath(new URL('../..', import.meta.url))
const client = createClient('http://localhost:9', 'key', noSession)
afterAll(() => client.auth.dispose())

/** Each library's objects with the prefix of their methods in the table. */
const libraries: Record<string, readonly (readonly [prefix: string, object: object])[]> = {
  'auth-js': [
    ['', client.auth],
    ['mfa.', client.auth.mfa],
    ['mfa.webauthn.', client.auth.mfa.webauthn],
    ['oauth.', client.auth.oauth],
    ['passkey.', client.auth.passkey],
    ['admin.', client.auth.admin],
    ['admin.mfa.', client.auth.admin.mfa],
    ['admin.oauth.', client.auth.admin.oauth],
    ['admin.customProviders.', client.auth.admin.customProviders],
    ['admin.passkey.', client.auth.admin.passkey],
  ],
  'postgrest-js': [
    ['', client.schema('public')],
    ['', client.from('table')],
    ['', client.from('table').select()],
  ],
  'storage-js': [
    ['', client.storage],
    ['', client.storage.from('bucket')],
    ['vectors.', client.storage.vectors],
    ['vectors.', client.storage.vectors.from('bucket')],
    ['vectors.', client.storage.vectors.from('bucket').index('index')],
    ['analytics.', client.storage.analytics],
  ],
  'realtime-js': [
    ['', client.realtime],
    ['channel.', client.channel('topic')],
  ],
  'functions-js': [['', client.functions]],
}

/** Methods that are private in the libraries' types, besides those that begin with `_`. */
const privateMethods = new Set([
  'constructor',
  'then',
  // auth-js
  'fetch',
  'fetchJwk',
  'linkIdentityIdToken',
  'linkIdentityOAuth',
  'logger',
  'signInWithEthereum',
  'signInWithSolana',
  // postgrest-js
  'cloneRequestState',
  'processResponse',
  // storage-js
  'applyTransformOptsToQuery',
  'encodeMetadata',
  'handleOperation',
  'listBucketOptionsToQueryString',
  'toBase64',
  'uploadOrUpdate',
  // realtime-js
  'accessToken',
  'copyBindings',
  'teardown',
  'updateJoinPayload',
])

function methodsOf(object: object): string[] {
  const names = new Set(Object.keys(object))
  for (let proto = Object.getPrototypeOf(object); proto !== Object.prototype; proto = Object.getPrototypeOf(proto))
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(proto)))
      if (typeof value === 'function') names.add(name)
  const isMethod = (name: string) => typeof Reflect.get(object, name) === 'function'
  return [...names].filter((name) => !name.startsWith('_') && !privateMethods.has(name) && isMethod(name))
}

interface Row {
  readonly method: string
  readonly support: string
  readonly tests: readonly string[]
}

/** The section's rows: `| method | support | test |`, with the method in backticks and `<br>` between test titles. */
function rowsOf(library: string): Row[] {
  const document = readFileSync(path.join(root, 'docs/compatibility.md'), 'utf8')
  const [, section = ''] = document.split(new RegExp(`^## ${library}$`, 'm'))
  const lines = section.split(/^## /m)[0]?.split('\n') ?? []
  return lines.flatMap((line) => {
    const [, first = '', support = '', titles = ''] = line.split(/(?<!\\)\|/).map((cell) => cell.trim())
    const method = /^`([\w.]+)/.exec(first)?.[1]
    if (method === undefined) return []
    const tests = titles.split('<br>').map((title) => title.trim().replaceAll('\\|', '|'))
    return [{ method, support, tests: tests.filter((title) => title !== '' && title !== '—') }]
  })
}

function testSources(): string {
  const folders = ['tests', 'backend']
  return folders
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        path.join(root, folder, name),
      ),
    )
    .filter((name) => /\.(test|spec)\.tsx?$/.test(name))
    .map((name) => readFileSync(name, 'utf8'))
    .join('\n')
}

describe.each(Object.keys(libraries))('The compatibility table of %s', (library) => {
  const rows = rowsOf(library)

  test('lists every method of the installed library and no other', () => {
    const present = new Set(
      (libraries[library] ?? []).flatMap(([prefix, object]) => methodsOf(object).map((name) => prefix + name)),
    )
    const listed = new Set(rows.map(({ method }) => method))
    expect([...present].filter((name) => !listed.has(name))).toEqual([])
    expect([...listed].filter((name) => !present.has(name))).toEqual([])
  })

  test('says yes, partly or no for each method, and names an existing test for yes and partly', () => {
    const sources = testSources()
    // A title is a literal between quotes in the source.
    const exists = (title: string) => ["'", '"', '`'].some((quote) => sources.includes(quote + title + quote))
    expect(rows.filter(({ support }) => !/^(yes|partly|no)\b/.test(support))).toEqual([])
    expect(rows.filter(({ support, tests }) => !support.startsWith('no') && tests.length === 0)).toEqual([])
    expect(rows.flatMap(({ tests }) => tests).filter((title) => !exists(title))).toEqual([])
  })
})
