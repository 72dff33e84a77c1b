/** A migrated database for a test file, and the actors in it. */
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Database, Session } from '#backend/database/database'
import { DatabaseError } from '#backend/database/errors'
import { asRecords, type DatabaseRecord } from '#backend/database/records'
import { openTestPglite, openTestPostgres } from '#backend/database/testing'
import { fillVault } from '#backend/database/vault'
import { sellerTermsVersion } from '#domain/selling/seller-terms'
import type { DatabaseKind } from '../harness.ts'

/** The scheduler key in every test context's vault. */
export const schedulerKey = 'a key that only the scheduler knows'

const migrations = fileURLToPath(new URL('../../supabase/migrations', import.meta.url))

/** No statement reaches it on a busy machine, because these tests are about who may do what, and ten thousand rows take long. */
const timeoutMs = 120_000

type Value = string | number | boolean | null | object
export type Values = Readonly<Record<string, Value>>

/** An actor: a database session with the role and claims of a request. */
export interface Actor {
  readonly id: string
  /** The rows of a statement. */
  rows(text: string, ...values: readonly Value[]): Promise<DatabaseRecord[]>
  /** The number of rows that a statement read or changed. */
  count(text: string, ...values: readonly Value[]): Promise<number>
  /** Inserts a row into a table of schema public and returns it, as the table API does. */
  insert(table: string, values: Values): Promise<DatabaseRecord>
  /** Like insert, for an actor who may write a row but not read it. */
  send(table: string, values: Values): Promise<void>
  update(table: string, id: string, values: Values): Promise<number>
}

export interface TestContext {
  readonly database: Database
  readonly visitor: Actor
  /** A visitor whose requests come from an address. */
  visitorFrom(address: string): Actor
  /** The service key. */
  readonly service: Actor
  /** A new account. Its requests come from `address` if one is given. */
  member(name?: string, claims?: object, address?: string): Promise<Actor>
  /** A member's account in another session, with these claims. */
  session(of: Pick<Actor, 'id'>, claims: object): Actor
  /** The id of a new session of an account. A token without one is not bound to a session. */
  startSession(of: Pick<Actor, 'id'>): Promise<string>
  /** Adds a verified second factor to an account. */
  secondFactor(of: Actor): Promise<void>
  /** An administrator by account and by token. */
  administrator(): Promise<Actor>
  /** An active shop, unless `values` has another status. */
  shop(owner: Actor, values?: Values): Promise<string>
  product(shop: string, values?: Values): Promise<string>
  /** An order with one item, paid unless `values` has another status. */
  order(buyer: Actor, product: string, values?: Values): Promise<{ order: string; item: string }>
  close(): Promise<void>
}

export async function openTestContext(kind: DatabaseKind): Promise<TestContext> {
  const server = process.env.TEST_POSTGRES_URL ?? ''
  const database = await (kind === 'pglite'
    ? openTestPglite({ migrations, timeoutMs })
    : openTestPostgres(server, { migrations, timeoutMs }))
  await fillVault(database, { scheduler_key: schedulerKey })
  const anon = { role: 'anon', claims: JSON.stringify({ role: 'anon' }) }
  const visitor = actor(database, randomUUID(), anon)
  const visitorFrom = (address: string) => actor(database, randomUUID(), { ...anon, ...requestFrom(address) })
  const service = actor(database, randomUUID(), {
    role: 'service_role',
    claims: JSON.stringify({ role: 'service_role' }),
  })
  const session = ({ id }: Pick<Actor, 'id'>, claims: object, request: Pick<Session, 'request'> = {}) =>
    actor(database, id, {
      role: 'authenticated',
      claims: JSON.stringify({ sub: id, role: 'authenticated', ...claims }),
      ...request,
    })
  const startSession = async ({ id }: Pick<Actor, 'id'>) => {
    const started = randomUUID()
    await database.run({ text: 'insert into auth.sessions (id, user_id) values ($1, $2)', values: [started, id] })
    return started
  }
  const secondFactor = async ({ id }: Actor) => {
    await database.run({
      text: `insert into auth.mfa_factors (id, user_id, factor_type, status, friendly_name, created_at, updated_at)
        values (gen_random_uuid(), $1, 'totp', 'verified', '', now(), now())`,
      values: [id],
    })
  }
  const member = async (name = 'Somebody', claims: object = {}, address?: string) => {
    const id = randomUUID()
    await database.run({
      text: 'insert into auth.users (id, email, raw_user_meta_data) values ($1, $2, $3)',
      values: [id, `${id}@example.test`, JSON.stringify({ name })],
    })
    return session({ id }, claims, address === undefined ? {} : requestFrom(address))
  }
  const administrator = async () => {
    const found = await member('Administrator', { app_metadata: { role: 'admin' } })
    const text = `update auth.users set raw_app_meta_data = '{"role": "admin"}' where id = $1`
    await database.run({ text, values: [found.id] })
    return found
  }
  return {
    database,
    visitor,
    visitorFrom,
    service,
    member,
    session,
    startSession,
    secondFactor,
    administrator,
    close: database.close,
    ...fixtures(service),
  }
}

const requestFrom = (address: string): Pick<Session, 'request'> => ({
  request: { method: 'POST', path: '/', headers: JSON.stringify({ 'x-forwarded-for': address }), cookies: '{}' },
})

/** Accepts the current terms for a shop, which activates it. */
async function acceptTerms(service: Actor, shop: string): Promise<void> {
  await service.count(
    'update public.shop_records set terms_version = $1, terms_accepted_at = now() where shop_id = $2',
    sellerTermsVersion,
    shop,
  )
}

/** Fixtures, inserted with the service key. */
function fixtures(service: Actor) {
  let shops = 1000
  return {
    async shop(owner: Actor, values: Values = {}) {
      const slug = `shop-${owner.id.slice(0, 18)}`
      // No two have the same name: orders of a checkout are listed by it, and else by a random id.
      shops += 1
      const shop = {
        user_id: owner.id,
        name: `Shop ${shops}`,
        slug,
        description: 'Good things, made at home.',
        category: 'Cakes',
      }
      const id = text(await service.insert('shops', { ...shop, ...values }), 'id')
      if (values.status !== 'pending') await acceptTerms(service, id)
      return id
    },
    async product(shop: string, values: Values = {}) {
      return text(
        await service.insert('products', { shop_id: shop, name: 'A cake', price: 12, stock: 5, ...values }),
        'id',
      )
    },
    async order(buyer: Actor, product: string, values: Values = {}) {
      const [sold] = await service.rows(
        'select p.shop_id, s.name as shop_name from public.products p join public.shops s on s.id = p.shop_id where p.id = $1',
        product,
      )
      const address = { full_name: 'A', address_line1: 'B', city: 'C', postal_code: 'SE1 9SG' }
      const order = await service.insert('orders', {
        buyer_id: buyer.id,
        shop_id: text(sold, 'shop_id'),
        shop_name: text(sold, 'shop_name'),
        status: 'delivered',
        subtotal: 12,
        delivery_address: address,
        paid_at: values.status === 'pending payment' ? null : '2026-01-01T10:00:00Z',
        ...values,
      })
      const item = await service.insert('order_items', {
        order_id: text(order, 'id'),
        product_id: product,
        name: 'A cake',
        price: 12,
      })
      return { order: text(order, 'id'), item: text(item, 'id') }
    },
  }
}

function actor(database: Database, id: string, session: Session): Actor {
  const run = (sql: string, values: readonly Value[]) =>
    database.run({ text: sql, values: values.map(asText) }, session)
  const places = (values: Values) => Object.keys(values).map((_, n) => `$${n + 1}`)
  const inserting = (table: string, values: Values) =>
    `insert into public.${table} (${Object.keys(values).join(', ')}) values (${places(values).join(', ')})`
  return {
    id,
    rows: async (sql, ...values) => asRecords(await run(sql, values)),
    count: async (sql, ...values) => (await run(sql, values)).count,
    async insert(table, values) {
      const [row] = asRecords(await run(`${inserting(table, values)} returning *`, Object.values(values)))
      if (!row) throw new Error(`the insert into ${table} returned no row`)
      return row
    },
    async send(table, values) {
      await run(inserting(table, values), Object.values(values))
    },
    async update(table, row, values) {
      const changes = Object.keys(values).map((column, n) => `${column} = $${n + 1}`)
      const sql = `update public.${table} set ${changes.join(', ')} where id = $${changes.length + 1}`
      return (await run(sql, [...Object.values(values), row])).count
    },
  }
}

function asText(value: Value): string | null {
  if (value === null || typeof value === 'string') return value
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/**
 * A review of an item delivered to its author.
 * @returns its id
 */
export async function writeReview(author: Actor, item: string, rating: number, more: Values = {}): Promise<string> {
  const written = 'select public.write_review($1, $2, $3, $4) as id'
  return text((await author.rows(written, item, rating, more.text ?? null, more.picture ?? null))[0], 'id')
}

/** A cell as text; anything else is an error. */
export function text(row: DatabaseRecord | undefined, column: string): string {
  const value = row?.[column]
  if (typeof value !== 'string') throw new Error(`${column} is not text: ${String(value)}`)
  return value
}

/** The database's refusal. A statement that succeeds fails the test. */
export async function refusal(
  statement: Promise<unknown>,
): Promise<Pick<DatabaseError, 'code' | 'message' | 'constraint' | 'hint' | 'detail'>> {
  try {
    await statement
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    const { code, message, constraint, hint, detail } = error
    return { code, message, constraint, hint, detail }
  }
  throw new Error('The database did not refuse.')
}

/** insufficient_privilege: a missing grant, a policy, or a rule about the caller. */
export const forbidden = '42501'
