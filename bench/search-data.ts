/** Generates marketplaces of any size, with realistic frequencies of words and locations of shops. */
import type { Database } from '../backend/database/database.ts'
import { asRecords } from '../backend/database/records.ts'

interface Town {
  readonly name: string
  readonly lat: number
  readonly lon: number
  /** In thousands. The share of the shops follows it. */
  readonly population: number
}

const towns: readonly Town[] = [
  { name: 'London', lat: 51.51, lon: -0.12, population: 8900 },
  { name: 'Birmingham', lat: 52.48, lon: -1.9, population: 1150 },
  { name: 'Leeds', lat: 53.8, lon: -1.55, population: 540 },
  { name: 'Glasgow', lat: 55.86, lon: -4.25, population: 630 },
  { name: 'Sheffield', lat: 53.38, lon: -1.47, population: 560 },
  { name: 'Manchester', lat: 53.48, lon: -2.24, population: 570 },
  { name: 'Edinburgh', lat: 55.95, lon: -3.19, population: 510 },
  { name: 'Liverpool', lat: 53.41, lon: -2.98, population: 500 },
  { name: 'Bristol', lat: 51.45, lon: -2.59, population: 470 },
  { name: 'Cardiff', lat: 51.48, lon: -3.18, population: 370 },
  { name: 'Leicester', lat: 52.64, lon: -1.13, population: 370 },
  { name: 'Nottingham', lat: 52.95, lon: -1.15, population: 330 },
  { name: 'Newcastle upon Tyne', lat: 54.98, lon: -1.61, population: 300 },
  { name: 'Plymouth', lat: 50.38, lon: -4.14, population: 265 },
  { name: 'Southampton', lat: 50.9, lon: -1.4, population: 250 },
  { name: 'Swansea', lat: 51.62, lon: -3.94, population: 240 },
  { name: 'Aberdeen', lat: 57.15, lon: -2.09, population: 200 },
  { name: 'York', lat: 53.96, lon: -1.08, population: 200 },
  { name: 'Norwich', lat: 52.63, lon: 1.3, population: 145 },
  { name: 'Oxford', lat: 51.75, lon: -1.26, population: 160 },
  { name: 'Cambridge', lat: 52.2, lon: 0.12, population: 145 },
  { name: 'Exeter', lat: 50.72, lon: -3.53, population: 130 },
  { name: 'Inverness', lat: 57.48, lon: -4.22, population: 48 },
  { name: 'Penzance', lat: 50.12, lon: -5.54, population: 21 },
]

/** The commonest words about food, commonest first. The rest of the vocabulary is invented. */
const commonWords =
  'cake chocolate fresh homemade cream vanilla butter sugar bread lemon cookies classic sweet rich baked orange almond caramel brownie berry strawberry fruit apple honey ginger cinnamon loaf tart pie biscuit cupcake salted dark white milk raspberry coconut coffee walnut carrot red velvet sponge birthday wedding party box gift vegan sourdough rye wholemeal pastry croissant scone shortbread flapjack fudge toffee truffle macaron meringue pavlova trifle cheesecake banana blueberry cherry lime mango passion pistachio hazelnut pecan maple oat spelt rosemary olive garlic cheddar sausage roll pasty quiche curry samosa dumpling noodle soup stew chutney jam marmalade granola'.split(
    ' ',
  )
const categories = [
  'Cakes',
  'Cupcakes',
  'Cookies',
  'Bread',
  'Pastries',
  'Pies',
  'Desserts',
  'Meals',
  'Snacks',
  'Drinks',
  'Specialty Items',
  'Seasonal',
  'Holiday',
  'Healthy Options',
  'Custom Orders',
]
const vocabularySize = 20_000
const batch = 20_000
const productsPerShop = 25

/** Words by rank: the n-th appears about 1/n as often as the first. */
function vocabulary(): string[] {
  const syllables =
    'ba be bi bo bra cal co dan del do fa fen fi gar gol ha hem in jo ka kel la lin lo ma mer mi na nor o pa pel qui ra ren ri sa sol ta tin to u va ven wi ya zel zo'.split(
      ' ',
    )
  const words = new Set(commonWords)
  // Numbers with syllables as digits make words that are distinct and the same in every run.
  for (let n = 2_000; words.size < vocabularySize; n += 1) {
    let word = ''
    for (let rest = n * 37; rest > 0; rest = Math.floor(rest / syllables.length))
      word += syllables[rest % syllables.length]
    words.add(word)
  }
  return [...words]
}

/** Fills a migrated, empty database, which has one connection. Triggers are off, and their functions run once at the end. */
export async function fillMarketplace(database: Database, products: number): Promise<void> {
  const run = runner(database)
  const shops = Math.ceil(products / productsPerShop)
  await run('select setseed(0.5)')
  await run('set session_replication_role = replica')
  await run(`set maintenance_work_mem = '${database.kind === 'pglite' ? '16MB' : '1GB'}'`)
  await run('set synchronous_commit = off')
  await run('create temporary table places (town text, lat float, lon float, upto float)')
  const total = towns.reduce((sum, town) => sum + town.population, 0)
  let upto = 0
  for (const { name, lat, lon, population } of towns) {
    upto += population / total
    await run('insert into places values ($1, $2, $3, $4)', name, lat, lon, upto)
  }
  const words = createWriter()
  await run(shopsSql, arrayText(Array.from({ length: shops }, () => words(2))))
  for (let made = 0; made < products; made += batch) {
    const some = Array.from({ length: Math.min(batch, products - made) }, (_, n) => n)
    await run(
      productsSql,
      shops,
      arrayText(some.map((n) => words(2 + (n % 2)))),
      arrayText(some.map((n) => words(20 + (n % 30)))),
      arrayText(categories),
      made,
    )
  }
  await run('update public.products set is_listed = true where status = $1', 'active')
  await run('set session_replication_role = origin')
  await indexProducts(database)
  await run('vacuum (analyze)')
}

/** Indexes all products for search by the triggers' function. The indexes are rebuilt afterwards. */
async function indexProducts(database: Database): Promise<void> {
  const run = runner(database)
  const indexes = await dropIndexes(run, 'private.listings')
  const ids = (await run('select id from public.products')).map(({ id }) => String(id))
  for (let from = 0; from < ids.length; from += batch)
    await run('select private.index_products($1)', arrayText(ids.slice(from, from + batch)))
  for (const index of indexes) await run(index)
}

type Run = (text: string, ...values: readonly (string | number)[]) => Promise<Readonly<Record<string, unknown>>[]>

/**
 * Drops the indexes that enforce no constraint: building one is faster than adding millions of rows to it.
 * @param tables separated by commas
 * @returns their definitions
 */
export async function dropIndexes(run: Run, tables: string): Promise<string[]> {
  const indexes = await run(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
    where i.indrelid = any (string_to_array($1, ', ')::regclass[]) and not i.indisreplident
      and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    tables,
  )
  for (const { name } of indexes) await run(`drop index ${name}`)
  return indexes.map(({ definition }) => String(definition))
}

const runner =
  (database: Database): Run =>
  async (text, ...values) =>
    asRecords(await database.run({ text, values: values.map(String) }))

/** An array of words or ids as PostgreSQL writes it. */
const arrayText = (values: readonly string[]) => `{${values.map((value) => `"${value}"`).join()}}`

/** Draws words by Zipf's law. The rank is exp(u ln N), so the n-th word is about 1/n as likely as the first. */
function createWriter(): (count: number) => string {
  const words = vocabulary()
  // The generator of Numerical Recipes gives the same texts in every run.
  let state = 1
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const word = () => words[Math.floor(Math.exp(random() * Math.log(words.length))) - 1] ?? 'cake'
  return (count) => Array.from({ length: count }, word).join(' ')
}

/** Shops in and around towns by population. One in twenty has no place, and one in fifty has a closure. */
const shopsSql = `
  with owners as (
    insert into auth.users (id, email)
    select gen_random_uuid(), 'owner-' || n || '@example.test' from generate_series(1, cardinality($1::text[])) n
    returning id
  ), profiles as (
    insert into public.profiles (id, name) select id, 'Owner' from owners returning id
  ), made as (
    insert into public.shops (user_id, name, slug, description, category, status, town, lat, lon)
    select id, initcap(($1::text[])[n]), 'shop-' || n, 'Good things, made at home.', 'Cakes', 'active', p.town,
      case when n % 20 > 0 then round((p.lat + spread * sin(angle) * 0.6)::numeric, 2) end,
      case when n % 20 > 0 then round((p.lon + spread * cos(angle))::numeric, 2) end
    from (
      select id, row_number() over () as n, random() as u, random() * 2 * pi() as angle, -ln(1 - random()) as far from profiles
    ) o,
    lateral (select * from places where upto >= least(u, 0.999999) order by upto limit 1) p,
    lateral (select far * case p.town when 'London' then 0.15 else 0.06 end as spread) s
    returning id
  ), windows as (
    insert into public.shop_pickup_schedules (shop_id, day_of_week, start_time, end_time)
    select id, day, '09:00', '17:00' from made, generate_series(0, 6) day where random() < 0.4
  )
  insert into public.shop_closures (shop_id, from_date, to_date)
  select id, current_date + 30, current_date + 40 from made where random() < 0.02`

/** The lateral query of `r` refers to `n`, so that PostgreSQL draws a random number for each row. */
const productsSql = `
  with allergens as (
    select array_agg(declared) as sets from (
      select jsonb_object_agg(a, case when random() < 0.6 then 'free' when random() < 0.7 then 'contains' else 'may_contain' end) as declared
      from generate_series(1, 400) n, unnest(private.allergens()) a group by n
    ) d
  ), numbered as (
    select id, row_number() over () as at from public.shops
  )
  insert into public.products (shop_id, name, category, description, price, min_price, max_price, product_type, is_bestseller,
    available_for_delivery, available_for_pickup, stock, allergens, lead_time_days, status, rating, review_count, created_at)
  select s.id, initcap(t.name),
    ($4::text[])[ceil(exp(random() * ln(cardinality($4::text[]))))::integer],
    t.description,
    case when n % 10 = 0 then 0 else round((2 + exp(random() * 4))::numeric, 2) end,
    case when n % 10 = 0 and n % 20 > 0 then 20 end, case when n % 10 = 0 and n % 20 > 0 then 80 end,
    case when n % 10 = 0 then 'bespoke' else 'standardized' end, random() < 0.03,
    random() < 0.8, random() < 0.6, 10,
    case when random() < 0.3 then a.sets[ceil(random() * 400)] end, floor(random() * 5)::integer,
    case when n % 50 = 0 then 'draft' else 'active' end,
    case when reviews > 0 then round((5 - 2 * random() ^ 2)::numeric, 2) end, reviews,
    '2026-01-01'::timestamptz + random() * interval '300 days'
  from unnest($2::text[], $3::text[]) with ordinality t (name, description, n)
    join numbered s on s.at = 1 + ($5::integer + n) % $1::integer,
    lateral (select case when random() < 0.4 then 0 else floor(exp(random() * 6))::integer end as reviews where n is not null) r,
    allergens a`
