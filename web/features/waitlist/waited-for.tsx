/** The products that the member waits for, with what is reserved for them. Nothing without any. */
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useMember } from '#features/auth'
import { useApp } from '#platform/app-context.ts'
import { Link } from '#ui/link'
import { Picture } from '#ui/picture'
import { waitedForQuery } from './waitlist.ts'
import { WaitlistActions } from './waitlist-actions.tsx'

export function WaitedFor() {
  const { data: entries = [] } = useQuery(waitedForQuery(useApp(), useMember().id))
  const headingId = useId()
  if (entries.length === 0) return null
  return (
    <section aria-labelledby={headingId} className="mb-12">
      <h2 id={headingId} className="mb-5 text-2xl">
        Waitlist
      </h2>
      <ul className="grid gap-4 lg:grid-cols-2">
        {entries.map(({ product }) => (
          <li key={product.id} className="flex gap-4 rounded-card bg-card p-4 shadow-rest">
            <div className="w-20 shrink-0 self-start overflow-hidden rounded-control">
              <Picture source={product.image} alt="" sizes="5rem" />
            </div>
            <div className="flex min-w-0 grow flex-col gap-2">
              <h3 className="text-lg leading-snug wrap-anywhere">
                <Link to={`/product/${product.id}`} className="hover:text-berry">
                  {product.name}
                </Link>
              </h3>
              <p className="-mt-1 text-sm text-ink-soft wrap-anywhere">by {product.shop.name}</p>
              <WaitlistActions productId={product.id} name={product.name} isSoldOut />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
