/** The seller's product page: table, search, export and import. */
import { ChevronLeft, ChevronRight, Download, PackageOpen, Plus, Scale, Upload } from 'lucide-react'
import { useState } from 'react'
import { downloadText } from '#platform/download-text.ts'
import { PageHead } from '#platform/page-head.tsx'
import { preload } from '#platform/preload.ts'
import { useUrlParameters } from '#platform/url-parameters.ts'
import { useWrite } from '#platform/use-write.ts'
import { Button } from '#ui/button'
import { EmptyState } from '#ui/empty-state'
import { IconButton } from '#ui/icon-button'
import { lazyDialog } from '#ui/lazy-dialog'
import { LinkButton } from '#ui/link-button'
import { LoadFailed } from '#ui/load-failed'
import { Page } from '#ui/page'
import { Skeleton } from '#ui/skeleton'
import { memberLoader } from '#web/features/account/auth/member-loader.ts'
import { SellerPage, useSellerShop } from '#web/features/sell/frame/seller-page.ts'
import type { OwnShop } from '#web/features/sell/own-shop/own-shop.ts'
import {
  fetchAllProducts,
  heldStockQuery,
  productPageQuery,
  productsPerPage,
  useProductPage,
} from '#web/features/sell/products/own-products.ts'
import { writeProducts } from '#web/features/sell/products/product-csv.ts'
import { ProductTable } from '#web/features/sell/products/product-table.tsx'
import {
  readTableParameters,
  type TableParameters,
  writeTableParameters,
} from '#web/features/sell/products/table-parameters.ts'
import { TableToolbar } from '#web/features/sell/products/table-toolbar.tsx'

export const handle = new SellerPage('Your Products', {
  purpose: 'view products',
  Loading: () => (
    <Page className="pt-8 sm:pt-12">
      <ProductsLoading />
    </Page>
  ),
})

export const loader = memberLoader((app, { id }, { url }) => {
  void preload(app, productPageQuery(app, id, readTableParameters(url.searchParams)))
  void preload(app, heldStockQuery(app, id))
})

export function Component() {
  return (
    <Page className="pt-8 sm:pt-12">
      <PageHead title={handle.title} hidden />
      <Products shop={useSellerShop()} />
    </Page>
  )
}

/** The table's filters, kept in the URL. Typing replaces the history entry; other changes add one. */
function useTableParameters() {
  const [searchParams, changeUrl] = useUrlParameters()
  const parameters = readTableParameters(searchParams)
  const change = (next: Partial<TableParameters>) =>
    changeUrl(
      (latest) => writeTableParameters({ ...readTableParameters(latest), page: 1, ...next }),
      next.text !== undefined,
    )
  return [parameters, change] as const
}

function Products({ shop }: { shop: OwnShop }) {
  const [parameters, change] = useTableParameters()
  const { data, isError, isPlaceholderData, refetch } = useProductPage(parameters)
  const isFiltered = parameters.text !== '' || parameters.show !== 'all'

  if (!data) {
    if (isError) return <LoadFailed title="Error loading products" retry={() => void refetch()} />
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
          <TableToolbar parameters={parameters} onChange={change} />
          <ProductTable
            rows={data.rows}
            total={data.total}
            parameters={parameters}
            onChange={change}
            isStale={isPlaceholderData}
            shop={shop}
          />
          <Pager page={parameters.page} pages={pages} onPage={(page) => change({ page })} />
        </>
      )}
    </>
  )
}

const ImportDialog = lazyDialog(() =>
  import('#web/features/sell/products/import-dialog.tsx').then((module) => module.ImportDialog),
)

function ProductsHeader({ shop }: { shop: OwnShop }) {
  const [isImporting, setIsImporting] = useState(false)

  const exportAll = useWrite({
    run: (app) => fetchAllProducts(app, shop.id),
    onSuccess: (products) => downloadText(writeProducts(products), `${shop.slug}-products.csv`, 'text/csv'),
    failure: { title: 'Error', description: 'The products could not be exported. Please try again.' },
  })

  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
      <h1 className="text-3xl sm:text-4xl">Your Products</h1>
      <div className="flex flex-wrap gap-2 max-sm:w-full">
        <LinkButton to="/seller/recipe-costs" variant="quiet" className="max-sm:px-3">
          <Scale aria-hidden="true" className="size-5" />
          <span className="max-sm:hidden">Recipe costs</span>
          <span className="sm:hidden">Costs</span>
        </LinkButton>
        <Button variant="quiet" busy={exportAll.isPending} onClick={() => exportAll.mutate()} className="max-sm:px-3">
          {!exportAll.isPending && <Download aria-hidden="true" className="size-5" />}
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
      <ImportDialog open={isImporting} onClose={() => setIsImporting(false)} shopId={shop.id} />
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
          <Skeleton key={row} shape="card" className="h-18" />
        ))}
      </div>
    </>
  )
}

function Pager({ page, pages, onPage }: { page: number; pages: number; onPage: (page: number) => void }) {
  if (pages === 1 && page === 1) return null
  return (
    <nav aria-label="Pages of products" className="mt-6 flex items-center justify-center gap-3">
      <IconButton
        icon={ChevronLeft}
        variant="secondary"
        label="Previous page"
        disabled={page <= 1}
        onClick={() => onPage(Math.min(page - 1, pages))}
      />
      <p className="min-w-28 text-center tabular-nums">{`Page ${page} of ${pages}`}</p>
      <IconButton
        icon={ChevronRight}
        variant="secondary"
        label="Next page"
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  )
}
