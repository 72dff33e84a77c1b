/** Random requests to the film archive: half mostly well-formed, half random pieces of the grammar. */
import fc from 'fast-check'
import { columns, marker, parameterOf, selectOf } from './random-queries.ts'

export interface RandomRequest {
  readonly method: string
  readonly path: string
  readonly search: string
  readonly body: string
  readonly preference: string
  readonly accept: string
  /** Additional headers, some of them meaningful. */
  readonly headers: Readonly<Record<string, string>>
}

function rowOf(table: string): fc.Arbitrary<Record<string, unknown>> {
  const cell = fc.oneof(
    fc.constantFrom<unknown>(1, 3, 1.5, null, true, 'x', marker, [1, 'a'], { a: 1 }, '2020-01-01', 'calm'),
    fc.jsonValue({ maxDepth: 1 }),
  )
  return fc
    .array(fc.tuple(fc.constantFrom(...(columns[table] ?? []), '__proto__'), cell), { maxLength: 4 })
    .map((cells) => Object.fromEntries(cells))
}

const preference = fc.constantFrom(
  '',
  'return=representation',
  'count=exact',
  'count=planned',
  'count=estimated',
  'resolution=merge-duplicates,return=representation',
  'resolution=ignore-duplicates',
  'missing=default,return=representation',
  'handling=strict',
  'handling=strict,max-affected=0',
  'timezone=UTC',
  'return=headers-only',
  'timezone=Mars/Base,handling=strict',
  'max-affected=1,handling=strict,return=representation,count=planned',
  `resolution=${marker},,=,return`,
)
const accept = fc.constantFrom(
  '*/*',
  'application/json',
  'application/vnd.pgrst.object+json',
  'text/csv',
  'application/vnd.pgrst.array+json;nulls=stripped',
  'text/plain',
  'application/octet-stream',
  'text/tab-separated-values',
  'application/vnd.films',
  'application/vnd.pgrst.plan+json; for="text/csv"; options=analyze|verbose',
)
const headers: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  fc.record(
    {
      Range: fc.constantFrom('0-1', '5-2', 'items=1-', '9-', '-', '99999999999999999999-1', 'bytes=0-1'),
      'Accept-Profile': fc.constantFrom('public', 'archive', 'private', marker, ''),
      'Content-Profile': fc.constantFrom('public', 'archive', 'pg_catalog', marker),
      'Content-Type': fc.constantFrom(
        'application/json',
        'application/x-www-form-urlencoded',
        'text/csv',
        'text/plain',
        'application/octet-stream',
        'text/xml',
        'multipart/form-data',
        ';',
      ),
    },
    { requiredKeys: [] },
  ),
)

const target = (table: string) =>
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.tuple(
        fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'PUT'),
        fc.constant(`/${table}`),
      ),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(
        fc.constantFrom('GET', 'POST'),
        fc.constantFrom(
          '/rpc/films_of',
          '/rpc/remove_reviews',
          '/rpc/best_film',
          '/rpc/search_films',
          '/rpc/years',
          '/rpc/greeting',
          '/rpc/poster',
          '/rpc/plain_bytes',
        ),
      ),
    },
  )

const wellFormed: fc.Arbitrary<RandomRequest> = fc.constantFrom(...Object.keys(columns)).chain((table) =>
  fc
    .tuple(
      target(table),
      fc.tuple(selectOf(table, 3), fc.array(parameterOf(table), { maxLength: 3 })),
      fc.oneof(
        rowOf(table),
        fc.array(rowOf(table), { maxLength: 3 }),
        fc.constantFrom({ year_from: 1900 }, { film: 1 }, {}),
      ),
      preference,
      accept,
      headers,
    )
    .map(([[method, path], [select, parameters], rows, preference, accept, headers]) => ({
      method,
      path,
      search: [['select', select], ...parameters]
        .map(([name = '', value = '']) => `${encode(name)}=${encode(value)}`)
        .join('&'),
      body: JSON.stringify(rows),
      preference,
      accept,
      headers,
    })),
)

const piece = fc.oneof(
  fc.constantFrom(
    'id',
    'title',
    'films',
    'people',
    'reviews',
    'director_id',
    'details',
    '*',
    'count',
    '__proto__',
    '"a b"',
    'ä',
    '',
  ),
  fc.constantFrom(
    '(',
    ')',
    ',',
    '.',
    ':',
    '::',
    '!',
    '->',
    '->>',
    '...',
    '"',
    '\\',
    '{',
    '}',
    '*',
    '=',
    '&',
    '%00',
    '%ff',
    "'",
    ';',
    '--',
    '$1',
    ' ',
  ),
  fc.constantFrom(
    'eq.',
    'not.',
    'in.(',
    'is.null',
    'like(any).{',
    'fts(english).',
    'or(',
    'inner',
    'desc',
    'sum()',
    'int',
    '1',
    '-1',
  ),
  fc.string({ unit: 'binary', maxLength: 8 }),
)
const scraps = fc.array(piece, { maxLength: 8 }).map((parts) => parts.join(''))
const parameterName = fc.constantFrom(
  'select',
  'order',
  'limit',
  'offset',
  'or',
  'not.and',
  'columns',
  'on_conflict',
  'id',
  'reviews.limit',
  'studios.name',
  'details->a',
  'a',
  'year_from',
)

const fromPieces: fc.Arbitrary<RandomRequest> = fc.record({
  method: fc.constantFrom('GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS', 'PURGE'),
  path: fc.constantFrom(
    '/films',
    '/people',
    '/notes',
    '/nope',
    '/rpc/add',
    '/rpc/films_of',
    '/rpc/echo',
    '/Odd%20Table',
    '/%00',
    '/%ff',
    '/rpc/',
    '/films/x/y',
    '/',
  ),
  search: fc
    .array(fc.tuple(fc.oneof({ weight: 4, arbitrary: parameterName }, scraps), scraps, fc.boolean()), { maxLength: 4 })
    .map((pairs) =>
      pairs
        .map(([name, text, isRaw]) =>
          isRaw ? `${escapeFew(name)}=${escapeFew(text)}` : `${encode(name)}=${encode(text)}`,
        )
        .join('&'),
    ),
  body: fc.oneof(fc.json({ maxDepth: 3 }), scraps, fc.constantFrom('{}', '[]', '[{}]', '{"a":1}', 'null', '')),
  preference,
  headers,
  accept: fc.oneof(
    accept,
    scraps.map((text) => text.replaceAll(/[^ -~]/g, '')),
  ),
})

function encode(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Cs}/gu, '?'))
}

/** Escapes only characters that a URL cannot contain, and not the grammar's punctuation. */
function escapeFew(text: string): string {
  return text.replaceAll(/[#\s\p{C}]/gu, encode)
}

export const randomRequest: fc.Arbitrary<RandomRequest> = fc.oneof(wellFormed, fromPieces)
