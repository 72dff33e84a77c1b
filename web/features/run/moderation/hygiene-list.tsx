/** Hygiene ratings that sellers declared and no administrator has verified yet. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { hygieneLabel, publicHygieneRegister } from '#domain/food/hygiene'
import { everything } from '#keys/member-keys'
import { moderationKeys } from '#keys/moderation'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { read } from '#platform/read.ts'
import { useWrite } from '#platform/use-write.ts'
import { Button } from '#ui/button'
import { EmptyState } from '#ui/empty-state'
import { Link } from '#ui/link'
import { Skeleton } from '#ui/skeleton'

const maxShops = 50

function declaredQuery(app: AppContext, userId: string) {
  return queryOptions({
    queryKey: moderationKeys.hygiene(userId),
    queryFn: ({ signal }) =>
      read(app, (client) =>
        client
          .from('shops')
          .select('id, name, slug, town, hygiene_rating, record:shop_records(food_registration)')
          .not('hygiene_rating', 'is', null)
          .is('hygiene_verified_at', null)
          .eq('status', 'active')
          .order('updated_at')
          .limit(maxShops)
          .abortSignal(signal),
      ),
    staleTime: 0,
  })
}

export function HygieneList({ userId }: { userId: string }) {
  const { data: shops, isError } = useQuery(declaredQuery(useApp(), userId))
  const verify = useWrite({
    write: (client, { id, rating }: { id: string; rating: string }) =>
      client.rpc('verify_hygiene_rating', { shop_id: id, rating }),
    failure: {
      title: 'The rating could not be verified',
      description: 'The seller may have just changed it. Please compare it again.',
    },
    invalidates: everything,
  })
  if (isError) return <p role="alert">The ratings could not be loaded. Please try again.</p>
  if (!shops) return <Skeleton shape="card" className="mt-5 h-48" />
  if (shops.length === 0) return <EmptyState icon={ShieldCheck} title="No ratings to verify" />
  return (
    <>
      <p className="mt-5 text-ink-soft">
        Compare each rating with the{' '}
        <a href={publicHygieneRegister} className="text-link" rel="noreferrer" target="_blank">
          public register
        </a>
        . Until you verify it, the shop shows it as declared by the seller.
      </p>
      <ul className="mt-3 divide-y divide-line rounded-card border border-line bg-card">
        {shops.map(({ id, name, slug, town, hygiene_rating, record }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3 px-5 py-3">
            <div className="min-w-0">
              <Link to={`/shop/${slug}`} className="text-link wrap-anywhere">
                {name}
              </Link>
              <p className="text-sm text-ink-soft wrap-anywhere">
                {[hygieneLabel(hygiene_rating), town, record?.food_registration].filter(Boolean).join(' · ')}
              </p>
            </div>
            <Button
              variant="secondary"
              size="sm"
              aria-label={`Verify rating of ${name}`}
              busy={verify.isPending && verify.variables.id === id}
              onClick={() => verify.mutate({ id, rating: hygiene_rating ?? '' })}
            >
              Verify rating
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}
