/** The seller's product page: table, search, export and import. */

import { Download, PackageOpen, Plus, Upload } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useSearchParams } from 'react-router'
import { writeProducts } from '#domain/product-csv'
import { memberLoader } from '#features/auth'
import { type OwnShop, SellerPage, useSellerShop } from '#features/seller'
import { useApp } from '#platform/app-context.ts'
import { PageHead } from '#platform/page-head.tsx'
import { preload } from '#platform/preload.ts'
import { Button } from '#ui/button'
import { EmptyState } from '#ui/empty-state'
import { LinkButton } from '#ui/link-button'
import { Skeleton } from '#ui/skeleton'
import { toast } from '#ui/toast'
import { useLazyPart } from '#ui/use-lazy-part'
import { downloadText } from './download-text.ts'
import { LoadingFailed } from './editor-states.tsx'
import { fetchAllProducts, productPageQuery, productsPerPage, useProductPage } from './own-products.ts'
import { Pager } from './pager.tsx'
import { ProductTable } from './product-table.tsx'
import { readTableChoice, type TableChoice, writeTableChoice } from './table-choice.ts'
import { TableToolbar } from './table-toolbar.tsx'

export const handle = new SellerPage('Your Products', {
  purpose: 'view products',
  Loading: () => (
    <div className="page pt-8 sm:pt-12">
      <ProductsLoading />
    </div>
  ),
})

export const loader = memberLoader(
  (app, { id }, { url }) => void preload(app, productPageQuery(app, id, readTableChoice(url.searchParams))),
)

export function Component() {
  return (
    <div className="page pt-8 sm:pt-12">
      <PageHead title={handle.title} hidden />
      <Products shop={useSellerShop()} />
    </div>
  )
}

/** The table's filters, kept in the URL. Typing replaces the history entry; other changes add one. */
function useTableChoice() {
  const [params, setParams] = useSearchParams()
  const choice = readTableChoice(params)
  const change = (next: Partial<TableChoice>) =>
    setParams(writeTableChoice({ ...choice, page: 1, ...next }), {
      replace: next.text !== undefined,
      preventScrollReset: true,
    })
  return [choice, change] as const
}

function Products({ shop }: { shop: OwnShop }) {
  const [choice, change] = useTableChoice()
  const { data, isError, isPlaceholderData, refetch } = useProductPage(choice)
  const isFiltered = choice.text !== '' || choice.show !== 'all'

  if (!data) {
    if (isError) return <LoadingFailed title="Error loading products" retry={() => void refetch()} />
    return <ProductsLoading />
  }
  const pages = Math.max(1, Math.ceil(data.total / productsPerPage))
  return (
    <>
      <ProductsHeader shop={shop} />
      {data.total === 0 && !isFiltered ? (
        <EmptyState
          icon={PackageOpen}
          title="No Products Yet"
          actions={<LinkButton to="/seller/create-product">Add Your First Product</LinkButton>}
        >
          Add a picture, a price and the ingredients. It takes a few minutes.
        </EmptyState>
      ) : (
        <>
          <TableToolbar choice={choice} onChange={change} />
          <ProductTable
            rows={data.rows}
            total={data.total}
            choice={choice}
            onChange={change}
            isStale={isPlaceholderData}
            shop={shop}
          />
          <Pager page={choice.page} pages={pages} onPage={(page) => change({ page })} />
        </>
      )}
    </>
  )
}

const loadImport = () => import('./import-dialog.tsx')

function ProductsHeader({ shop }: { shop: OwnShop }) {
  const app = useApp()
  const [isExporting, setIsExporting] = useState(false)
  const [isImporting, setIsImporting] = useState(false)
  const closeImport = useCallback(() => setIsImporting(false), [])
  const importing = useLazyPart(loadImport, isImporting, closeImport)

  async function exportAll() {
    setIsExporting(true)
    try {
      const products = await fetchAllProducts(app, shop.id)
      downloadText(writeProducts(products), `${shop.slug}-products.csv`, 'text/csv')
    } catch {
      toast({
        title: 'Error',
        description: 'The products could not be exported. Please try again.',
        variant: 'destructive',
      })
    } finally {
      setIsExporting(false)
    }
  }

  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
      <h1 className="text-3xl sm:text-4xl">Your Products</h1>
      <div className="flex flex-wrap gap-2 max-sm:w-full">
        <Button variant="quiet" busy={isExporting} onClick={() => void exportAll()} className="max-sm:px-3">
          {!isExporting && <Download aria-hidden="true" className="size-5" />}
          Export
        </Button>
        <Button variant="quiet" onClick={() => setIsImporting(true)} className="max-sm:px-3">
          <Upload aria-hidden="true" className="size-5" />
          Import
        </Button>
        <LinkButton to="/seller/create-product" className="max-sm:order-first max-sm:w-full">
          <Plus aria-hidden="true" className="size-5" />
          Add New Product
        </LinkButton>
      </div>
      {importing && <importing.ImportDialog open={isImporting} onClose={closeImport} shopId={shop.id} />}
    </div>
  )
}

function ProductsLoading() {
  return (
    <>
      <h1 className="text-3xl sm:text-4xl">Your Products</h1>
      <p role="status" className="mt-6 text-ink-soft">
        Loading products...
      </p>
      <div aria-hidden="true" className="mt-6 grid gap-3">
        {['a', 'b', 'c', 'd', 'e', 'f'].map((row) => (
          <Skeleton key={row} className="h-18 rounded-2xl!" />
        ))}
      </div>
    </>
  )
}
