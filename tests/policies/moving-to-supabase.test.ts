/** The copy of accounts and rows in docs/operations.md, run as written there. PostgreSQL only. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { openPostgres } from '#backend/database/postgres'
import { createDatabase, dropDatabase } from '../harness.ts'
import { addDailyPickupWindows, forSale, order, pay, pickedUp, place } from './order-fixtures.ts'
import { openTestContext, type TestContext } from './test-context.ts'

const server = process.env.TEST_POSTGRES_URL ?? ''

const recipe = () => {
  const [, section = ''] = readFileSync('docs/operations.md', 'utf8').split('## Moving to Supabase')
  const [, commands = ''] = /```sh\n(.*?)```/s.exec(section) ?? []
  return commands
}

type Read = (text: string) => Promise<readonly (readonly (string | null)[])[]>

/** A digest of each table's rows, and of each sequence. */
async function contentsOf(read: Read): Promise<Record<string, string>> {
  const tables = await read(
    `select format('%I.%I', n.nspname, c.relname) from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'S') and n.nspname in ('auth', 'public', 'private') order by 1`,
  )
  const found: Record<string, string> = {}
  for (const [table = ''] of tables) {
    const columns = table?.endsWith('_seq') ? 'last_value' : 't.*'
    const [row] = await read(
      `select string_agg(row(${columns})::text, e'\\n' order by row(${columns})::text) from ${table} t`,
    )
    found[table ?? ''] = row?.[0] ?? ''
  }
  return found
}

async function fillMarket(context: TestContext): Promise<void> {
  const [buyer, seller] = [await context.member('Buyer'), await context.member('Seller')]
  const shop = await context.shop(seller)
  const cake = await context.product(shop, forSale)
  const slot = await addDailyPickupWindows(context, shop, 3)
  await pay(context, buyer, await place(buyer, order([pickedUp(shop, slot, { product: cake })])))
  await buyer.send('contact_messages', { subject: 'A question', message: 'Do you come to Leeds?' })
  await buyer.insert('chat_rooms', { seller_id: seller.id, product_id: cake })
  const [room] = await buyer.rows('select id from chat_rooms')
  await buyer.insert('chat_messages', { chat_room_id: room?.id ?? '', content: 'Is it very sweet?' })
}

describe.runIf(server)('Moving to Supabase by the documented commands', () => {
  it('copies every account and row, and queues no notification or email', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'tuckbox-move-'))
    const target = await createDatabase()
    const context = await openTestContext('postgres')
    try {
      await fillMarket(context)
      const read: Read = async (text) => (await context.database.run({ text, values: [] })).rows
      const [[name = ''] = []] = await read('select current_database()')
      const source = new URL(`/${name}`, server)
      const env = { ...process.env, DATABASE_URL: String(source), SUPABASE_DB_URL: target }
      execFileSync('sh', ['-ec', recipe()], { cwd: folder, env, stdio: 'pipe' })
      const copy = await openPostgres({ url: target, connections: 1 })
      const before = await contentsOf(read)
      const after = await contentsOf(async (text) => (await copy.run({ text, values: [] })).rows)
      await copy.close()
      expect(before['private.pickup_bookings']).not.toBe('')
      expect(before['public.outbox']).not.toBe('')
      expect(after).toEqual(before)
    } finally {
      await context.close()
      await dropDatabase(target)
      rmSync(folder, { recursive: true })
    }
  })
})
