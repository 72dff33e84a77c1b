/** What sets a product apart, in the words of the market. */
import { Badge } from '#ui/badge'

export interface Badged {
  readonly is_bestseller: boolean
  readonly product_type: string
  readonly requires_consultation: boolean
}

export interface ProductBadgesProps {
  product: Badged
  /** How the page calls what is made to order: cards say 'Custom', the product's own page 'Bespoke'. */
  bespokeLabel: 'Custom' | 'Bespoke'
  className?: string
}

/** Nothing at all for a product with nothing to say, so that no empty row takes up space. */
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
