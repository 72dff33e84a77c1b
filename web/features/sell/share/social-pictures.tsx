/** Pictures of the shop for posts, drawn in the browser from its name, its place and its products. */
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { OwnShop } from '#features/sell/own-shop'
import { useApp } from '#platform/app-context.ts'
import { downloadBlob } from '#platform/download-blob.ts'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { LoadFailedLine } from '#ui/load-failed-line'
import { Skeleton } from '#ui/skeleton'
import { pictureUrl } from '#web/ui/picture-source.ts'
import { drawShopPicture } from './draw-shop-picture.ts'
import { useShopLinks } from './shop-links.ts'
import { shopPicturesQuery } from './shop-pictures.ts'

const formats = [
  { id: 'square', label: 'Square post', width: 1080, height: 1080 },
  { id: 'wide', label: 'Link preview', width: 1200, height: 630 },
] as const
type Format = (typeof formats)[number]

export function SocialPictures({ shop }: { shop: OwnShop }) {
  const app = useApp()
  const { data, isError, refetch } = useQuery(shopPicturesQuery(app, shop.id))
  return (
    <section aria-labelledby="pictures">
      <Card>
        <h2 id="pictures" className="text-2xl">
          Pictures for social media
        </h2>
        <p className="mt-1 text-ink-soft">Your name, your newest pictures and your QR code.</p>
        {data ? (
          <ul className="mt-4 grid items-end gap-6 sm:grid-cols-2">
            {formats.map((format) => (
              <li key={format.id}>
                <Drawn shop={shop} format={format} pictures={data} />
              </li>
            ))}
          </ul>
        ) : isError ? (
          <LoadFailedLine retry={() => void refetch()} className="mt-4">
            Your pictures could not be loaded.
          </LoadFailedLine>
        ) : (
          <Skeleton shape="card" className="mt-4 h-64" />
        )}
      </Card>
    </section>
  )
}

function Drawn({ shop, format, pictures }: { shop: OwnShop; format: Format; pictures: readonly string[] }) {
  const { supabaseUrl } = useApp().config
  const { short, spoken } = useShopLinks(shop.slug)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [state, setState] = useState<'drawing' | 'drawn' | 'failed'>('drawing')
  const { width, height } = format
  const { name, town } = shop

  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context) return
    let isCurrent = true
    const storage = new URL(supabaseUrl).origin
    const urls = pictures.flatMap((picture) => pictureUrl(picture, storage, { width: 960, height: 960 }) ?? [])
    drawShopPicture(context, { name, town, short, spoken, pictures: urls, width, height }).then(
      () => isCurrent && setState('drawn'),
      () => isCurrent && setState('failed'),
    )
    return () => {
      isCurrent = false
    }
  }, [name, town, short, spoken, pictures, supabaseUrl, width, height])

  return (
    <figure>
      <canvas
        ref={canvas}
        width={width}
        height={height}
        role="img"
        aria-label={`${format.label} of ${name}`}
        className="w-full rounded-control border border-line"
      />
      <figcaption className="mt-3 flex flex-wrap items-center justify-between gap-3">
        <span className="text-sm text-ink-soft">
          {format.label}, {width} × {height}
        </span>
        <Button
          variant="secondary"
          size="sm"
          disabled={state !== 'drawn'}
          onClick={() =>
            canvas.current?.toBlob(
              (blob) => blob && downloadBlob(blob, `${shop.slug}-${format.id}.jpg`),
              'image/jpeg',
              0.9,
            )
          }
        >
          <Download aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
          Download
        </Button>
      </figcaption>
      {state === 'failed' && (
        <p role="alert" className="mt-2 text-sm">
          The picture could not be drawn. Please reload the page.
        </p>
      )}
    </figure>
  )
}
