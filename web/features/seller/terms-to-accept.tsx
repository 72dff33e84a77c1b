/** The notice of a shop whose owner has not accepted the current terms, with a button that accepts them. */
import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { sellerTermsVersion } from '#domain/seller-terms'
import { useApp } from '#platform/app-context.ts'
import { memberKeys } from '#platform/query-keys.ts'
import { unwrap } from '#platform/unwrap.ts'
import { Button } from '#ui/button'
import { Notice } from '#ui/notice'
import { shopUpdateFailed } from './shop-settings.ts'

export function TermsToAccept() {
  const app = useApp()
  const accept = useMutation({
    mutationFn: async () => {
      const client = await app.supabase()
      return unwrap(await client.rpc('accept_seller_terms', { version: sellerTermsVersion }))
    },
    meta: { failure: shopUpdateFailed, invalidates: [memberKeys.all] },
  })
  return (
    <section aria-label="Terms" className="mt-6">
      <Notice
        tone="warning"
        action={
          <Button variant="secondary" size="sm" busy={accept.isPending} onClick={() => accept.mutate()}>
            I have read and accept the terms
          </Button>
        }
      >
        <strong className="font-semibold">You have not accepted the current Health &amp; Safety Terms yet.</strong>{' '}
        Until you do, only you can see your shop, and nobody can order.{' '}
        <Link to="/seller/terms" className="font-semibold underline underline-offset-4">
          Read the Health &amp; Safety Terms
        </Link>
      </Notice>
    </section>
  )
}
