/** The link to the basket, with the number of items. */

import { ShoppingBasket } from 'lucide-react'
import { Link } from 'react-router'
import { useCartCount } from '#features/basket'
import { buttonStyle } from '#web/ui/button-style.ts'

export function CartLink() {
  const count = useCartCount()
  return (
    <Link
      to="/cart"
      aria-label={count > 0 ? `Basket, ${count} ${count === 1 ? 'item' : 'items'}` : 'Basket'}
      className={buttonStyle({ variant: 'quiet', size: 'icon' })}
    >
      <ShoppingBasket aria-hidden="true" className="size-6" strokeWidth={1.75} />
      {count > 0 && (
        <span
          aria-hidden="true"
          className="absolute -top-0.5 -right-1 grid h-5 min-w-5 place-items-center rounded-full bg-berry px-1 text-xs font-bold text-white"
        >
          {count > 99 ? '99+' : count}
        </span>
      )}
    </Link>
  )
}
