/** The writes that the server has answered with success, and the search for those that it lost. */

/** For each kind of write, the SQL condition that holds while the write `w` (id, value) is kept. */
const isKept = {
  registration:
    'exists (select from auth.users u join profiles p on p.id = u.id where u.id = w.id::uuid and u.email = w.value)',
  message: 'exists (select from chat_messages m where m.id = w.id::uuid and m.content = w.value)',
  order: 'exists (select from checkouts c where c.id = w.id::uuid and c.total = w.value::numeric)',
  // A drop can be deleted once its orders are cancelled.
  'drop order': `exists (select from orders o where o.checkout_id = w.id::uuid and o.drop_id = w.value::uuid
    and (o.status = 'cancelled' or exists (select from drops d where d.id = o.drop_id)))`,
  payment: `exists (select from checkouts c join payments p on p.checkout_id = c.id and p.status = 'succeeded'
    where c.id = w.id::uuid and c.status = 'paid' and p.provider = w.value)`,
  balance: 'exists (select from orders o where o.id = w.id::uuid and o.balance_paid_at is not null)',
  cancellation: `exists (select from orders o where o.id = w.id::uuid and o.status = 'cancelled')`,
  'order step': `exists (select from orders o where o.id = w.id::uuid and o.status::text = w.value)`,
  object: `exists (select from storage.objects o where o.bucket_id || '/' || o.name = w.id and o.metadata ->> 'eTag' = w.value)`,
  // The number of a later save, answered or not, is higher.
  'replaced object': `exists (select from storage.objects o where o.bucket_id || '/' || o.name = w.id
    and (o.user_metadata ->> 'edit')::integer >= w.value::integer)`,
  product: `exists (select from products p where p.id = w.id::uuid and substring(p.description from 'Edit (\\d+)')::integer >= w.value::integer)`,
  drop: 'exists (select from drops d where d.id = w.id::uuid and d.title = w.value)',
  'drop deletion': 'not exists (select from drops d where d.id = w.id::uuid)',
} as const

export type WriteKind = keyof typeof isKept
export const writeKinds = Object.keys(isKept) as WriteKind[]

export interface AnsweredWrite {
  readonly kind: WriteKind
  readonly id: string
  readonly value: string
}

/** Runs a query on the database of the server under test. */
export type Query = (text: string) => Promise<Record<string, unknown>[]>

const batchSize = 500

export class AnsweredWrites {
  /** By kind and id: a later write of the same id replaces the earlier one. */
  readonly #writes = new Map<string, AnsweredWrite>()
  #unchecked: AnsweredWrite[] = []
  readonly counts = new Map<WriteKind, number>()

  add(kind: WriteKind, id: string, value = ''): void {
    const write = { kind, id, value }
    this.#writes.set(`${kind} ${id}`, write)
    this.#unchecked.push(write)
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1)
  }

  /** Removes a write that another one is about to undo. */
  forget(kind: WriteKind, id: string): void {
    this.#writes.delete(`${kind} ${id}`)
  }

  has(kind: WriteKind, id: string): boolean {
    return this.#writes.has(`${kind} ${id}`)
  }

  /** The lost ones of the writes since the last call. */
  async lostSinceLastCheck(query: Query): Promise<AnsweredWrite[]> {
    const latest = this.#unchecked.filter((write) => this.#writes.get(`${write.kind} ${write.id}`) === write)
    this.#unchecked = []
    return lostOf(latest, query)
  }

  /** The lost ones of all writes. */
  lost(query: Query): Promise<AnsweredWrite[]> {
    return lostOf([...this.#writes.values()], query)
  }

  ofKind(kind: WriteKind): AnsweredWrite[] {
    return [...this.#writes.values()].filter((write) => write.kind === kind)
  }
}

async function lostOf(writes: readonly AnsweredWrite[], query: Query): Promise<AnsweredWrite[]> {
  const lost: AnsweredWrite[] = []
  for (const kind of writeKinds) {
    const all = writes.filter((write) => write.kind === kind)
    for (let from = 0; from < all.length; from += batchSize) {
      const batch = JSON.stringify(all.slice(from, from + batchSize)).replaceAll("'", "''")
      const rows = await query(
        `select w.id, w.value from jsonb_to_recordset('${batch}'::jsonb) w (id text, value text) where not (${isKept[kind]})`,
      )
      for (const { id, value } of rows) lost.push({ kind, id: String(id), value: String(value) })
    }
  }
  return lost
}
