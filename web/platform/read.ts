/** Calls of the backend whose data a query reads. */
import type { AppContext, Backend } from './app-context.ts'
import { type BackendResponse, unwrap, unwrapOptional } from './unwrap.ts'

type Call<Data> = (client: Backend) => PromiseLike<BackendResponse<Data>>

/** `read(app, (client) => client.from('shops').select('id').abortSignal(signal))`. @throws QueryError */
export async function read<Data>(app: AppContext, call: Call<Data>): Promise<Data> {
  return unwrap(await call(await app.supabase()))
}

/** For `maybeSingle()` and functions that may return null. @throws QueryError */
export async function readOptional<Data>(app: AppContext, call: Call<Data>): Promise<Data | null> {
  return unwrapOptional(await call(await app.supabase()))
}

/** The number of rows that `count: 'exact'` asks for. @throws QueryError */
export async function readCount(
  app: AppContext,
  call: (client: Backend) => PromiseLike<BackendResponse<unknown> & { count: number | null }>,
): Promise<number> {
  const response = await call(await app.supabase())
  unwrapOptional(response)
  return response.count ?? 0
}
