/** Writes to a seller's products. Each invalidates every query, since products appear all over the site. */

import { z } from 'zod'
import type { Json } from '#domain/database.generated'
import { removePictures } from '#features/account/uploads'
import { everything } from '#keys/member-keys'
import type { AppContext } from '#platform/app-context.ts'
import { read } from '#platform/read.ts'
import { QueryError } from '#platform/unwrap.ts'
import { useWrite } from '#platform/use-write.ts'
import { toast } from '#ui/toast'
import { fetchOwnProduct, type OwnProduct } from './own-products.ts'
import type { ProductRecord, ProductStatus } from './product-record.ts'

const failsWith = (description: string) => ({
  failure: { title: 'Error', description, coversOutage: true },
  invalidates: everything,
})
const updateFailed = failsWith('Failed to update product')

export const draftSaved = { title: 'Draft saved', description: 'Only you can see it until you publish it.' }
export const productUpdated = { title: 'Success', description: 'Product updated successfully' }

interface ProductSave {
  /** Absent for a new product. */
  readonly id?: string
  readonly record: Partial<ProductRecord>
  /** The version that was edited, so that nothing newer is overwritten. */
  readonly expectedUpdatedAt?: string
  /** Pictures before the edit; those no longer used are removed from storage. */
  readonly previousPictures?: readonly string[]
}

async function saveProduct(
  app: AppContext,
  { id, record, expectedUpdatedAt, previousPictures = [] }: ProductSave,
): Promise<void> {
  const product = asJson({ ...record, ...(id === undefined ? {} : { id }) })
  await read(app, (client) => client.rpc('save_product', { product, expected_updated_at: expectedUpdatedAt }))
  await removeUnusedPictures(app, previousPictures)
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

export function useCreateProduct() {
  return useWrite({
    run: (app, record: ProductRecord) => saveProduct(app, { record }),
    ...failsWith('Failed to create product. Please try again.'),
  })
}

/** Nothing was saved, because the product was changed elsewhere. */
export interface ProductConflict {
  readonly latest: OwnProduct
}

/** @returns null after a save */
export function useUpdateProduct(shopId: string, id: string) {
  return useWrite({
    run: async (app, save: Omit<ProductSave, 'id'>): Promise<ProductConflict | null> => {
      try {
        await saveProduct(app, { id, ...save })
        return null
      } catch (error) {
        const isConflict = error instanceof QueryError && error.hint === 'changed'
        const latest = isConflict ? await fetchOwnProduct(app, shopId, id) : null
        if (!latest) throw error
        return { latest }
      }
    },
    ...updateFailed,
  })
}

export function useDeleteProduct() {
  return useWrite({
    run: async (app, id: string) => {
      const [deleted] = await read(app, (client) =>
        client.from('products').delete().eq('id', id).select('image, images:product_images(image)'),
      )
      // Rows of `product_images` are deleted by cascade after the product, so the statement still returns them.
      if (deleted?.image) await removeUnusedPictures(app, [deleted.image, ...deleted.images.map(({ image }) => image)])
    },
    ...failsWith('Failed to delete product'),
    success: { title: 'Success', description: 'Product deleted successfully' },
  })
}

export function useDuplicateProduct() {
  return useWrite({
    run: (app, id: string) => read(app, (client) => client.rpc('duplicate_product', { product_id: id })),
    ...failsWith('Failed to duplicate product'),
    success: { title: 'Success', description: 'The copy was saved as a draft.' },
  })
}

export function useSetProductStatus({ id, name }: { id: string; name: string }) {
  return useWrite({
    write: (client, status: Exclude<ProductStatus, 'draft'>) => client.from('products').update({ status }).eq('id', id),
    onSuccess: (_, status) => {
      const description = status === 'active' ? `${name} is visible in your shop.` : `${name} is hidden from your shop.`
      toast({ title: 'Success', description })
    },
    ...updateFailed,
  })
}

export interface PriceStockChange {
  readonly id: string
  readonly price?: number
  readonly stock?: number
  readonly expected_updated_at: string
}

const saveOutcomes = z.array(z.object({ id: z.string(), error: z.string().optional() }))

/** @returns the outcome of each product, with its error if it was not saved */
export function useSavePricesAndStock() {
  return useWrite({
    run: async (app, changes: readonly PriceStockChange[]) => {
      const args = { changes: asJson([...changes]) }
      return saveOutcomes.parse(await read(app, (client) => client.rpc('save_prices_and_stock', args)))
    },
    ...updateFailed,
  })
}

const importOutcome = z.object({ added: z.number(), changed: z.number() })

interface ImportLine {
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
export function useImportProducts() {
  return useWrite({
    run: async (app, { lines, onProgress }: ImportInput) => {
      const total = { added: 0, changed: 0 }
      for (let from = 0; from < lines.length; from += importBatchSize) {
        const batch = lines.slice(from, from + importBatchSize)
        const products = batch.map(({ line, id, record }) => ({ ...record, line, ...(id === null ? {} : { id }) }))
        const args = { products: asJson(products) }
        const { added, changed } = importOutcome.parse(await read(app, (client) => client.rpc('import_products', args)))
        total.added += added
        total.changed += changed
        onProgress(from + batch.length)
      }
      return total
    },
    onSuccess: ({ added, changed }) => toast({ title: 'Success', description: `${added} added, ${changed} updated` }),
    failure: 'shown',
    invalidates: everything,
  })
}
