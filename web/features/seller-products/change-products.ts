/** What a seller does to products. Each change makes everything shown of products stale, here and in the shop window. */

import type { QueryClient } from '@tanstack/react-query'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import type { Json } from '#domain/database.generated'
import type { ProductRecord, ProductStatus } from '#domain/product-record'
import { removePictures } from '#features/uploads'
import { type AppContext, useApp } from '#web/app/app-context.ts'
import { QueryError, unwrap, unwrapOptional } from '#web/app/unwrap.ts'

/** Only what is on the screen is fetched again at once: the table. The rest when it is next looked at. */
function refreshProducts(queryClient: QueryClient): void {
  // Not awaited: whoever saved something hears so at once.
  void queryClient.invalidateQueries()
}

function useChange<Input, Output>(change: (app: AppContext, input: Input) => Promise<Output>) {
  const app = useApp()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => change(app, input),
    onSettled: () => refreshProducts(queryClient),
  })
}

/** Whether somebody else, another tab or an order, has changed the product since it was read. */
export function isConflict(error: unknown): boolean {
  return error instanceof QueryError && error.code === 'PT409'
}

/** PostgreSQL's and PostgREST's own: they speak of columns and constraints. */
const technicalCode = /^(?!P0|PT)([0-9A-Z]{5}|PGRST\d+)$/

/** What the server said, where it said it to people. */
export function serverSentence(error: unknown): string | null {
  if (!(error instanceof QueryError) || error.status === 0 || technicalCode.test(error.code ?? '')) return null
  // What stands between may answer with a page of its own.
  return error.message === '' || error.message.includes('<') ? null : error.message
}

export interface ProductSave {
  /** Absent for a new product. */
  readonly id?: string
  readonly record: Partial<ProductRecord>
  /** The version that was edited, so that nothing newer is overwritten. */
  readonly expectedUpdatedAt?: string
  /** Pictures it may have had before; those that nothing shows any more leave storage. */
  readonly picturesBefore?: readonly string[]
}

const savedProduct = z.object({ id: z.string(), updated_at: z.string(), status: z.string() })

async function saveProduct(app: AppContext, { id, record, expectedUpdatedAt, picturesBefore = [] }: ProductSave) {
  const client = await app.supabase()
  const saved = savedProduct.parse(
    unwrap(
      await client.rpc('save_product', {
        product: asJson({ ...record, ...(id === undefined ? {} : { id }) }),
        expected_updated_at: expectedUpdatedAt,
      }),
    ),
  )
  await forgetPictures(app, picturesBefore)
  return saved
}

/** Types of our own hold nothing that JSON does not. */
function asJson(value: object): Json {
  return JSON.parse(JSON.stringify(value))
}

/** Best effort: what stays behind in storage harms nobody. */
async function forgetPictures(app: AppContext, pictures: readonly string[]): Promise<void> {
  const stored = pictures.filter((picture) => picture.startsWith('product_images/'))
  if (stored.length === 0) return
  const { data } = await (await app.supabase()).rpc('unused_pictures', { pictures: stored })
  if (data && data.length > 0) await removePictures(app, data)
}

export const useSaveProduct = () => useChange(saveProduct)

export const useDeleteProduct = () =>
  useChange(async (app, id: string) => {
    const client = await app.supabase()
    const [gone] = unwrap(
      await client.from('products').delete().eq('id', id).select('image, images:product_images(image)'),
    )
    // Its further pictures are deleted after it, so that the same statement still sees them.
    if (gone?.image) await forgetPictures(app, [gone.image, ...gone.images.map(({ image }) => image)])
  })

export const useDuplicateProduct = () =>
  useChange(async (app, id: string) =>
    unwrap(await (await app.supabase()).rpc('duplicate_product', { product_id: id })),
  )

export const useSetStatus = () =>
  useChange(async (app, { id, status }: { id: string; status: ProductStatus }) => {
    unwrapOptional(await (await app.supabase()).from('products').update({ status }).eq('id', id))
  })

export interface FigureChange {
  readonly id: string
  readonly price?: number
  readonly stock?: number
  readonly expected_updated_at: string
}

const figureOutcomes = z.array(z.object({ id: z.string(), error: z.string().optional() }))

/** @returns of each product, what was wrong with it */
export const useSaveFigures = () =>
  useChange(async (app, changes: readonly FigureChange[]) =>
    figureOutcomes.parse(
      unwrap(await (await app.supabase()).rpc('save_prices_and_stock', { changes: asJson([...changes]) })),
    ),
  )

const importOutcome = z.object({ added: z.number(), changed: z.number() })

export interface ImportLine {
  readonly line: number
  readonly id: string | null
  readonly record: Partial<ProductRecord>
}

export interface ImportInput {
  readonly lines: readonly ImportLine[]
  /** Told how many are in the shop by now. */
  readonly onProgress: (done: number) => void
}

/** A second's work for a small database, which has shoppers to answer too. */
const importBatch = 100

/** A hundred at a time, each all or nothing: when one is refused, those told to `onProgress` stay. */
export const useImportProducts = () =>
  useChange(async (app, { lines, onProgress }: ImportInput) => {
    const client = await app.supabase()
    const total = { added: 0, changed: 0 }
    for (let from = 0; from < lines.length; from += importBatch) {
      const batch = lines.slice(from, from + importBatch)
      const products = batch.map(({ line, id, record }) => ({ ...record, line, ...(id === null ? {} : { id }) }))
      const answer = await client.rpc('import_products', { products: asJson(products) })
      const { added, changed } = importOutcome.parse(unwrap(answer))
      total.added += added
      total.changed += changed
      onProgress(from + batch.length)
    }
    return total
  })
