/** Labels of a product to print, as many as there are boxes. */

import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Printer, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { labelWording } from '#domain/food-label'
import type { OwnShop } from '#features/seller'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { Select } from '#ui/select'
import { TextField } from '#ui/text-field'
import { useApp } from '#web/app/app-context.ts'
import { PageHead } from '#web/app/page-head.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { EditorLoading } from './create-product.page.tsx'
import { OwnProductMissing } from './edit-product.page.tsx'
import { FoodLabel } from './food-label.tsx'
import { type OwnProduct, ownProductQuery, useUserId } from './own-products.ts'
import { LoadingFailed, OwnShopOnly } from './own-shop-only.tsx'

export function Component() {
  return (
    <>
      <PageHead title="Labels" hidden />
      <OwnShopOnly purpose="view products" fallback={<EditorLoading heading="Labels" />}>
        {(shop) => <LoadedLabels shop={shop} />}
      </OwnShopOnly>
    </>
  )
}

function LoadedLabels({ shop }: { shop: OwnShop }) {
  const { productId = '' } = useParams()
  const { data, isError, refetch } = useQuery(ownProductQuery(useApp(), useUserId(), shop.id, productId))
  if (data) return <Labels product={data} shop={shop} />
  if (data === null) return <OwnProductMissing />
  if (isError) return <LoadingFailed title="Error loading products" retry={() => void refetch()} />
  return <EditorLoading heading="Labels" />
}

const mostLabels = 48
const sizes = [
  { value: 'large', label: '2 a row' },
  { value: 'small', label: '3 a row' },
] as const

function Labels({ product, shop }: { product: OwnProduct; shop: OwnShop }) {
  const [count, setCount] = useState('8')
  const [size, setSize] = useState('large')
  const [madeOn, setMadeOn] = useState('')
  const [useBy, setUseBy] = useState('')
  const [storage, setStorage] = useState('')
  const { ingredients, isComplete } = labelWording(product)
  const copies = Math.min(Math.max(Math.trunc(Number(count)) || 1, 1), mostLabels)

  return (
    <div className="page pt-6 sm:pt-10 print:p-0!">
      <div className="print:hidden">
        <Link
          to="/seller/products"
          className="inline-flex items-center gap-1.5 py-2 font-semibold text-ink-soft hover:text-ink"
        >
          <ArrowLeft aria-hidden="true" className="size-4.5" />
          Back to Products
        </Link>
        <h1 className="mt-2 text-3xl sm:text-4xl">Labels</h1>
        <p className="mt-1 text-ink-soft wrap-anywhere">{product.name}</p>
        {!(isComplete && ingredients) && <Incomplete productId={product.id} isDeclared={isComplete} />}
        <Card className="mt-6 grid grid-cols-2 gap-4 lg:grid-cols-5">
          <TextField
            label="How many"
            type="number"
            min="1"
            max={mostLabels}
            value={count}
            onChange={(event) => setCount(event.currentTarget.value)}
          />
          <Select label="Size" value={size} options={sizes} onValueChange={setSize} className="[&_select]:h-12" />
          <TextField
            label="Made on"
            type="date"
            value={madeOn}
            onChange={(event) => setMadeOn(event.currentTarget.value)}
          />
          <TextField
            label="Use by"
            type="date"
            value={useBy}
            onChange={(event) => setUseBy(event.currentTarget.value)}
          />
          <TextField
            label="Storage"
            placeholder="Keep in the fridge"
            maxLength={80}
            value={storage}
            onChange={(event) => setStorage(event.currentTarget.value)}
            className="max-lg:col-span-2"
          />
        </Card>
        <div className="mt-4 flex flex-wrap items-center gap-4">
          <Button disabled={!isComplete} onClick={() => window.print()} className="max-sm:w-full">
            <Printer aria-hidden="true" className="size-5" />
            Print labels
          </Button>
          <p className="text-sm text-ink-soft">What you leave empty gets a line to write on.</p>
        </div>
        <h2 className="mt-8 text-xl">Preview</h2>
      </div>
      <ul
        className={classNames(
          'mt-4 grid gap-4 print:mt-0 print:gap-[4mm]',
          size === 'large' ? 'sm:grid-cols-2 print:grid-cols-2' : 'sm:grid-cols-3 print:grid-cols-3',
        )}
      >
        {Array.from({ length: copies }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: copies of one label
          <li key={index} className="grid break-inside-avoid">
            <FoodLabel
              name={product.name}
              shopName={shop.name}
              food={product}
              madeOn={readableDate(madeOn)}
              useBy={readableDate(useBy)}
              storage={storage}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** '2026-11-21' as '21 November 2026'; dates of a calendar, in no time zone. */
function readableDate(date: string): string {
  if (date === '') return ''
  return new Date(`${date}T00:00:00Z`).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
}

function Incomplete({ productId, isDeclared }: { productId: string; isDeclared: boolean }) {
  return (
    <p className="mt-4 flex gap-3 rounded-xl bg-honey-pale px-4 py-3 text-honey-deep">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <span>
        {isDeclared
          ? 'The ingredients are not listed yet. A label needs all of them. '
          : 'The allergens are not declared yet. A label without them would not be lawful. '}
        <Link to={`/seller/products/${productId}/edit`} className="font-semibold underline">
          Complete the product
        </Link>
      </span>
    </p>
  )
}
