/** Unavailable lines of the basket, with buttons to change or remove them. */
import type { ReviewedLine } from '#domain/checkout/preview'
import { unavailableText, useBasket } from '#features/buy/basket'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { errorIds } from './checkout-errors.ts'
import { SectionError } from './section-error.tsx'

export interface UnavailableLinesProps {
  /** With their positions in the basket. */
  lines: readonly { readonly line: ReviewedLine; readonly position: number }[]
  error: string | undefined
}

export function UnavailableLines({ lines, error }: UnavailableLinesProps) {
  const basket = useBasket()
  if (lines.length === 0) return null
  return (
    <section aria-labelledby="unavailable-heading" id={errorIds.unavailable} className="scroll-mt-28">
      <Card className="flex flex-col gap-4 border-alarm/40">
        <h2 id="unavailable-heading" className="text-xl">
          Some items need changing
        </h2>
        <SectionError>{error}</SectionError>
        <ul className="divide-y divide-line">
          {lines.map(({ line: reviewed, position }) => {
            const { product, quantity, variation } = reviewed.line
            return (
              <li key={position} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
                <div className="min-w-0 grow basis-56">
                  <p className="font-semibold wrap-anywhere">
                    {quantity} × {product.name}
                    {variation && `, ${variation}`}
                  </p>
                  <p className="text-alarm-deep">{unavailableText(reviewed)}</p>
                </div>
                <div className="flex flex-wrap gap-2">
                  {reviewed.unavailable?.reason === 'too-many' && (
                    <Button
                      variant="secondary"
                      size="sm"
                      onClick={() => basket.setQuantity(position, reviewed.maxQuantity, reviewed.maxQuantity)}
                    >
                      Change to {reviewed.maxQuantity}
                    </Button>
                  )}
                  <Button
                    variant="secondary"
                    size="sm"
                    aria-label={`Remove ${product.name}`}
                    onClick={() => basket.remove(position)}
                  >
                    Remove
                  </Button>
                </div>
              </li>
            )
          })}
        </ul>
      </Card>
    </section>
  )
}
