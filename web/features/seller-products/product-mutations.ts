/** Mutations of a seller's products. Each invalidates every query, since products appear all over the site. */

import type { QueryClient } from '@tanstack/react-query'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import type { Json } from '#domain/database.generated'
import type { ProductRecord, ProductStatus } from '#domain/product-record'
import { removePictures } from '#features/uploads'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { QueryError, unwrap, unwrapOptional } from '#platform/unwrap.ts'

/** Refetches the active queries at once, the others when they are next used. */
function refreshProducts(queryClient: QueryClient): void {
  // Not awaited, so that the toast appears at once.
  void queryClient.invalidateQueries()
}

function useProductMutation<Input, Output>(change: (app: AppContext, input: Input) => Promise<Output>) {
  const app = useApp()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => change(app, input),
    onSettled: () => refreshProducts(queryClient),
  })
}

/** Whether another tab or an order has changed the product since it was read. */
export function isConflict(error: unknown): boolean {
  return error instanceof QueryError && error.code === 'PT409'
}

/** Codes of PostgreSQL and PostgREST, whose messages name columns and constraints. */
const technicalCode = /^(?!P0|PT)([0-9A-Z]{5}|PGRST\d+)$/

/** @returns the server's message if it is written for members, else null */
export function serverMessage(error: unknown): string | null {
  if (!(error instanceof QueryError) || error.status === 0 || technicalCode.test(error.code ?? '')) return null
  // A proxy may respond with an HTML page.
  return error.message === '' || error.message.includes('<') ? null : error.message
}

export interface ProductSave {
  /** Absent for a new product. */
  readonly id?: string
  readonly record: Partial<ProductRecord>
  /** The version that was edited, so that nothing newer is overwritten. */
  readonly expectedUpdatedAt?: string
  /** Pictures before the edit; those no longer used are removed from storage. */
  readonly previousPictures?: readonly string[]
}

const savedProduct = z.object({ id: z.string(), updated_at: z.string(), status: z.string() })

async function saveProduct(app: AppContext, { id, record, expectedUpdatedAt, previousPictures = [] }: ProductSave) {
  const client = await app.supabase()
  const saved = savedProduct.parse(
    unwrap(
      await client.rpc('save_product', {
        product: asJson({ ...record, ...(id === undefined ? {} : { id }) }),
        expected_updated_at: expectedUpdatedAt,
      }),
    ),
  )
  await removeUnusedPictures(app, previousPictures)
  return saved
}

/** Converts a typed value to the generated `Json` type. */
function asJson(value: object): Json {
  return JSON.parse(JSON.stringify(value))
}

/** Best effort, since leftover files do no harm. */
async function removeUnusedPictures(app: AppContext, pictures: readonly string[]): Promise<void> {
  const stored = pictures.filter((picture) => picture.startsWith('product_images/'))
  if (stored.length === 0) return
  const { data } = await (await app.supabase()).rpc('unused_pictures', { pictures: stored })
  if (data && data.length > 0) await removePictures(app, data)
}

export const useSaveProduct = () => useProductMutation(saveProduct)

export const useDeleteProduct = () =>
  useProductMutation(async (app, id: string) => {
    const client = await app.supabase()
    const [deleted] = unwrap(
      await client.from('products').delete().eq('id', id).select('image, images:product_images(image)'),
    )
    // Rows of `product_images` are deleted by cascade after the product, so the statement still returns them.
    if (deleted?.image) await removeUnusedPictures(app, [deleted.image, ...deleted.images.map(({ image }) => image)])
  })

export const useDuplicateProduct = () =>
  useProductMutation(async (app, id: string) =>
    unwrap(await (await app.supabase()).rpc('duplicate_product', { product_id: id })),
  )

export const useSetProductStatus = () =>
  useProductMutation(async (app, { id, status }: { id: string; status: ProductStatus }) => {
    unwrapOptional(await (await app.supabase()).from('products').update({ status }).eq('id', id))
  })

export interface PriceStockChange {
  readonly id: string
  readonly price?: number
  readonly stock?: number
  readonly expected_updated_at: string
}

const saveOutcomes = z.array(z.object({ id: z.string(), error: z.string().optional() }))

/** @returns the outcome of each product, with its error if it was not saved */
export const useSavePricesAndStock = () =>
  useProductMutation(async (app, changes: readonly PriceStockChange[]) =>
    saveOutcomes.parse(
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
  /** Called with the number of lines imported so far. */
  readonly onProgress: (done: number) => void
}

/** A batch takes a small database about a second; larger ones would delay shoppers' requests. */
const importBatchSize = 100

/** Imports in batches, each all or nothing. If one is refused, the batches reported to `onProgress` stay imported. */
export const useImportProducts = () =>
  useProductMutation(async (app, { lines, onProgress }: ImportInput) => {
    const client = await app.supabase()
    const total = { added: 0, changed: 0 }
    for (let from = 0; from < lines.length; from += importBatchSize) {
      const batch = lines.slice(from, from + importBatchSize)
      const products = batch.map(({ line, id, record }) => ({ ...record, line, ...(id === null ? {} : { id }) }))
      const response = await client.rpc('import_products', { products: asJson(products) })
      const { added, changed } = importOutcome.parse(unwrap(response))
      total.added += added
      total.changed += changed
      onProgress(from + batch.length)
    }
    return total
  })
