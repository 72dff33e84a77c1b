/** Random query parameters for the film archive: mostly well-formed select lists, filters, logic and order. */
import fc from 'fast-check'

/** A value that must never occur in a statement's text. */
export const marker = 'zq7marker'

export const columns: Record<string, readonly string[]> = {
  films: [
    'id',
    'title',
    'year',
    'rating',
    'mood',
    'director_id',
    'tags',
    'details',
    'screened',
    'released',
    'search',
    'full_title',
  ],
  people: ['id', 'name', 'born', 'mentor_id'],
  reviews: ['id', 'film_id', 'author', 'stars', 'note'],
  studios: ['id', 'name', 'address'],
  genres: ['id', 'name'],
  roles: ['film_id', 'person_id', 'part', 'fee'],
  settings: ['key', 'lang', 'value'],
  acclaimed: ['id', 'name', 'director_id', 'year'],
}

/** The names of each table's relationships, with the related table. */
const relations: Record<string, readonly (readonly [name: string, table: string])[]> = {
  films: [
    ['studios', 'studios'],
    ['reviews', 'reviews'],
    ['people!director_id', 'people'],
    ['people!roles', 'people'],
    ['producer:people!films_producer_id_fkey', 'people'],
    ['genres', 'genres'],
    ['roles', 'roles'],
    ['people', 'people'],
    ['nope', 'films'],
  ],
  people: [
    ['mentor_id', 'people'],
    ['people!mentor_id', 'people'],
    ['films!director_id', 'films'],
    ['debut', 'films'],
    ['roles', 'roles'],
  ],
  reviews: [['films', 'films']],
  studios: [['films', 'films']],
  genres: [['films', 'films']],
  roles: [
    ['films', 'films'],
    ['people', 'people'],
  ],
  acclaimed: [
    ['people!director_id', 'people'],
    ['reviews', 'reviews'],
  ],
}

const values = fc.oneof(
  fc.constantFrom(
    '1',
    '2',
    '0',
    '-1',
    '1.5',
    '1980',
    'calm',
    'Quiet Rivers',
    '*i*',
    '{1,2}',
    '{city,slow}',
    '{"a":1}',
    '[2020-01-01,2020-02-01)',
    '2020-01-01',
    'true',
    '',
    marker,
    '"q"',
    "'",
    '\\',
    '99999999999999999999',
    'ä€😀',
  ),
  fc.string({ maxLength: 6 }),
)
const operators = fc.constantFrom(
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
  'like',
  'ilike',
  'match',
  'imatch',
  'cs',
  'cd',
  'ov',
  'sl',
  'sr',
  'nxr',
  'nxl',
  'adj',
  'isdistinct',
  'fts',
  'plfts',
  'phfts(english)',
  'wfts(simple)',
  'eq(any)',
  'like(all)',
)
const predicate = fc
  .tuple(
    fc.boolean(),
    fc.oneof(
      { weight: 5, arbitrary: fc.tuple(operators, values).map(([operator, value]) => `${operator}.${value}`) },
      { weight: 5, arbitrary: fc.constantFrom('is.null', 'is.not_null', 'not.is.null') },
      {
        weight: 1,
        arbitrary: fc
          .array(values, { maxLength: 4 })
          .map((list) => `in.(${list.map((item) => JSON.stringify(item)).join()})`),
      },
    ),
  )
  .map(([isNegated, text]) => (isNegated && !text.startsWith('not.') ? `not.${text}` : text))

const columnOf = (table: string) =>
  fc
    .tuple(
      fc.constantFrom(...(columns[table] ?? ['id'])),
      fc.constantFrom('', '', '', '->a', '->>length', '->cast->>lead', '->0'),
    )
    .map(([name, path]) => name + path)

export function selectOf(table: string, depth: number): fc.Arbitrary<string> {
  const column = fc
    .tuple(
      fc.constantFrom('', '', '', 'x:'),
      columnOf(table),
      fc.constantFrom('', '', '', '::text', '::int', '.count()', '.max()'),
    )
    .map((parts) => parts.join(''))
  const item = fc.oneof(
    { weight: 4, arbitrary: column },
    { weight: 1, arbitrary: fc.constant('*') },
    ...(depth === 0 ? [] : [{ weight: 3, arbitrary: embedOf(table, depth) }]),
  )
  return fc.array(item, { minLength: 0, maxLength: 4 }).map((items) => items.join())
}

function embedOf(table: string, depth: number): fc.Arbitrary<string> {
  return fc
    .constantFrom(...(relations[table] ?? [['films', 'films'] as const]))
    .chain(([name, target]) =>
      fc
        .tuple(
          fc.constantFrom('', '', '', '...'),
          fc.constantFrom('', '', '!inner', '!left'),
          selectOf(target, depth - 1),
        )
        .map(
          ([spread, join, select]) => `${spread}${spread === '' ? name : name.replace(/^\w+:/, '')}${join}(${select})`,
        ),
    )
}

function logicOf(table: string, depth: number): fc.Arbitrary<string> {
  const term = fc.tuple(columnOf(table), predicate).map(([name, text]) => `${name}.${text.replaceAll(/[(),]/g, '')}`)
  const group = fc
    .tuple(fc.constantFrom('and', 'or', 'not.and'), fc.constant(depth))
    .chain(([word, left]) => (left === 0 ? term : logicOf(table, left - 1).map((inner) => word + inner)))
  return fc
    .array(fc.oneof({ weight: 3, arbitrary: term }, group), { minLength: 1, maxLength: 3 })
    .map((terms) => `(${terms.join()})`)
}

export function parameterOf(table: string): fc.Arbitrary<[string, string]> {
  const level = fc.constantFrom(
    '',
    '',
    ...(relations[table] ?? []).map(([name]) => `${name.replace(/!.*/, '').replace(/.*:/, '')}.`),
  )
  const order = fc
    .array(
      fc
        .tuple(columnOf(table), fc.constantFrom('', '.asc', '.desc', '.desc.nullslast', '.nullsfirst'))
        .map((parts) => parts.join('')),
      { minLength: 1, maxLength: 3 },
    )
    .map((terms) => terms.join())
  const pair = (name: fc.Arbitrary<string>, value: fc.Arbitrary<string>) => fc.tuple(name, value)
  return fc.oneof(
    {
      weight: 4,
      arbitrary: pair(
        fc.tuple(level, columnOf(table)).map((parts) => parts.join('')),
        predicate,
      ),
    },
    {
      weight: 1,
      arbitrary: pair(
        level.map((prefix) => `${prefix}order`),
        order,
      ),
    },
    {
      weight: 1,
      arbitrary: pair(
        level.map((prefix) => `${prefix}limit`),
        fc.constantFrom('0', '1', '5', '999999'),
      ),
    },
    { weight: 1, arbitrary: pair(fc.constant('offset'), fc.constantFrom('0', '1', '9')) },
    { weight: 1, arbitrary: pair(fc.constantFrom('or', 'and', 'not.or'), logicOf(table, 2)) },
    {
      weight: 1,
      arbitrary: pair(
        fc.constantFrom('order'),
        fc.constantFrom('studios(name)', 'films(title).desc', 'mentor_id(name)'),
      ),
    },
    {
      weight: 1,
      arbitrary: pair(
        fc.constantFrom('columns', 'on_conflict'),
        fc.array(columnOf(table), { minLength: 1, maxLength: 3 }).map((names) => names.join()),
      ),
    },
  )
}
