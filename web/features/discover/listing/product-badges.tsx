/** The badges of a product. */
import { Badge } from '#ui/badge'

interface Badged {
  readonly is_bestseller: boolean
  readonly product_type: string
  readonly requires_consultation: boolean
}

export interface ProductBadgesProps {
  product: Badged
  /** Cards say 'Custom', the product page says 'Bespoke'. */
  bespokeLabel: 'Custom' | 'Bespoke'
  className?: string
}

/** Renders nothing without a badge, so that no empty row takes up space. */
export function ProductBadges({ product, bespokeLabel, className }: ProductBadgesProps) {
  const isBespoke = product.product_type === 'bespoke'
  if (!product.is_bestseller && !isBespoke) return null
  return (
    <span className={className}>
      {product.is_bestseller && <Badge tone="honey">Bestseller</Badge>}
      {isBespoke && <Badge tone="berry">{bespokeLabel}</Badge>}
    </span>
  )
}
