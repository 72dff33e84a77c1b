/** The short link and its QR code. */
import { Download } from 'lucide-react'
import type { OwnShop } from '#features/sell/own-shop'
import { downloadBlob } from '#platform/download-blob.ts'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { QrCode } from '#ui/qr-code'
import { toast } from '#ui/toast'
import { qrPng, qrSvg } from '#web/ui/qr.ts'
import { CopyButton } from './copy-button.tsx'
import { useShopLinks } from './shop-links.ts'

const pngWidth = 1200

export function LinkSection({ shop }: { shop: OwnShop }) {
  const { short, spoken } = useShopLinks(shop.slug)
  async function save(file: Promise<Blob>, name: string): Promise<void> {
    try {
      downloadBlob(await file, name)
    } catch {
      toast({ title: 'The QR code could not be made', description: 'Please try again.', variant: 'destructive' })
    }
  }
  return (
    <section aria-labelledby="short-link">
      <Card>
        <h2 id="short-link" className="text-2xl">
          Link and QR code
        </h2>
        <div className="mt-4 grid gap-6 sm:grid-cols-[1fr_12rem]">
          <div>
            <p className="text-ink-soft">Your short link</p>
            <p className="mt-1 text-lg font-semibold wrap-anywhere">{spoken}</p>
            <div className="mt-4 flex flex-wrap gap-3">
              <CopyButton text={short} copied="Link copied">
                Copy link
              </CopyButton>
              <ShareButton shop={shop} url={short} />
            </div>
            <div className="mt-6 flex flex-wrap gap-3">
              <Button
                variant="secondary"
                onClick={() =>
                  void save(
                    qrSvg(short).then((svg) => new Blob([svg], { type: 'image/svg+xml' })),
                    `${shop.slug}-qr.svg`,
                  )
                }
              >
                <Download aria-hidden="true" className="size-5" strokeWidth={1.75} />
                QR code, SVG
              </Button>
              <Button variant="secondary" onClick={() => void save(qrPng(short, pngWidth), `${shop.slug}-qr.png`)}>
                <Download aria-hidden="true" className="size-5" strokeWidth={1.75} />
                QR code, PNG
              </Button>
            </div>
            <p className="mt-3 text-sm text-ink-soft">SVG for printers and designers, PNG for everything else.</p>
          </div>
          <QrCode text={short} label={`QR code of ${spoken}`} className="size-48 max-sm:mx-auto" />
        </div>
      </Card>
    </section>
  )
}

/** Where the browser has a share menu, as on phones. */
function ShareButton({ shop, url }: { shop: OwnShop; url: string }) {
  if (typeof navigator === 'undefined' || !('share' in navigator)) return null
  return (
    <Button
      variant="secondary"
      // Dismissing the menu rejects too, and is no error.
      onClick={() => void navigator.share({ title: shop.name, url }).catch(() => undefined)}
    >
      Share
    </Button>
  )
}
