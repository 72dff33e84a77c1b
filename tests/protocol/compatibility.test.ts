/** Holds docs/compatibility.md to the installed client libraries and to the tests it names: no method unanswered, no answer unproven. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient } from '@supabase/supabase-js'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'

vi.stubGlobal('WebSocket', WebSocket)

const root = fileURLToPath(new URL('../..', import.meta.url))
const client = createClient('http://localhost:9', 'key', { auth: { persistSession: false, autoRefreshToken: false } })
afterAll(() => client.auth.dispose())

/** Each library's objects by what is written before their methods in the table: `''` for those of the object one begins with. */
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

/** Methods at run time that the libraries' types keep for themselves, beside all that begin with `_`. */
const innards = new Set([
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
  return [...names].filter((name) => !name.startsWith('_') && !innards.has(name) && isMethod(name))
}

interface Row {
  readonly method: string
  readonly answer: string
  readonly tests: readonly string[]
}

/** The section's rows: `| method | answer | test |`, the method first in backticks, titles of several tests parted by `<br>`. */
function rowsOf(library: string): Row[] {
  const document = readFileSync(path.join(root, 'docs/compatibility.md'), 'utf8')
  const [, section = ''] = document.split(new RegExp(`^## ${library}$`, 'm'))
  const lines = section.split(/^## /m)[0]?.split('\n') ?? []
  return lines.flatMap((line) => {
    const [, first = '', answer = '', titles = ''] = line.split(/(?<!\\)\|/).map((cell) => cell.trim())
    const method = /^`([\w.]+)/.exec(first)?.[1]
    if (method === undefined) return []
    const tests = titles.split('<br>').map((title) => title.trim().replaceAll('\\|', '|'))
    return [{ method, answer, tests: tests.filter((title) => title !== '' && title !== '—') }]
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

describe.each(Object.keys(libraries))('the table of %s', (library) => {
  const rows = rowsOf(library)

  test('has every method of the installed library, and none that it lost', () => {
    const present = new Set(
      (libraries[library] ?? []).flatMap(([prefix, object]) => methodsOf(object).map((name) => prefix + name)),
    )
    const listed = new Set(rows.map(({ method }) => method))
    expect([...present].filter((name) => !listed.has(name))).toEqual([])
    expect([...listed].filter((name) => !present.has(name))).toEqual([])
  })

  test('says yes, partly or no, and names a test that is there for every yes and partly', () => {
    const sources = testSources()
    // A title stands in the source as a literal: between quotes, whatever comes before it.
    const isThere = (title: string) => ["'", '"', '`'].some((quote) => sources.includes(quote + title + quote))
    expect(rows.filter(({ answer }) => !/^(yes|partly|no)\b/.test(answer))).toEqual([])
    expect(rows.filter(({ answer, tests }) => !answer.startsWith('no') && tests.length === 0)).toEqual([])
    expect(rows.flatMap(({ tests }) => tests).filter((title) => !isThere(title))).toEqual([])
  })
})
