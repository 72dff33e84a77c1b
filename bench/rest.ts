/** Five kinds of table calls, each against a bare server that sends the same statement. */
import { fileURLToPath } from 'node:url'
import { compareWithRaw, type Workload } from './against-raw.ts'

const goal = 0.65
const json = { 'content-type': 'application/json' }

const workloads: readonly Workload[] = [
  {
    name: 'list of 24 with an embed',
    path: '/rest/v1/products?select=id,name,price,rating,shops(name,slug)&order=created_at.desc,id&limit=24',
    goal,
  },
  {
    name: 'single row by id',
    path: '/rest/v1/products?select=*&id=eq.500',
    headers: { accept: 'application/vnd.pgrst.object+json' },
    goal,
  },
  {
    name: 'filtered page with exact count',
    path: '/rest/v1/products?select=id,name,price&category=eq.cake&price=lt.20&order=price,id&offset=24&limit=24',
    headers: { prefer: 'count=exact' },
    goal,
  },
  {
    name: 'insert returning',
    path: '/rest/v1/views?select=id,seen_at',
    method: 'POST',
    headers: { ...json, prefer: 'return=representation' },
    body: '{"product_id":500,"seen_from":"the home page"}',
    goal,
  },
  {
    name: 'rpc',
    path: '/rest/v1/rpc/price_of',
    method: 'POST',
    headers: json,
    body: '{"product":500,"quantity":3}',
    goal,
  },
]

export const rest = (): Promise<void> =>
  compareWithRaw({
    workloads,
    env: { SUPABASE_DIR: fileURLToPath(new URL('rest-project', import.meta.url)) },
    rounds: Number(process.env.BENCH_ROUNDS ?? 5),
    seconds: Number(process.env.BENCH_SECONDS ?? 3),
  })
