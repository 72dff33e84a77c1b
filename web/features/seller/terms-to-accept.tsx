/** For a shop that came to be without its owner accepting the terms, through the API for one: says so, and takes them now. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type OwnShop, ownShopColumns } from '#features/account'
import { Button } from '#ui/button'
import { toast } from '#ui/toast'
import { useApp } from '#web/app/app-context.ts'
import { unwrap } from '#web/app/unwrap.ts'

export function TermsToAccept({ shop: { id } }: { shop: OwnShop }) {
  const app = useApp()
  const queryClient = useQueryClient()
  const accept = useMutation({
    mutationFn: async (): Promise<OwnShop> => {
      const shops = (await app.supabase()).from('shops')
      // The database writes down its own time.
      const accepted = { terms_accepted_at: new Date().toISOString() }
      return unwrap(await shops.update(accepted).eq('id', id).select(ownShopColumns).single())
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['me'] }),
    onError: () =>
      toast({
        title: 'Shop update failed',
        description: 'Unable to update shop information.',
        variant: 'destructive',
      }),
  })
  return (
    <section aria-label="Terms" className="mt-6 rounded-2xl bg-honey-pale p-4 text-pretty text-honey-deep sm:p-5">
      <p>
        <strong className="font-semibold">You have not accepted the Health &amp; Safety Terms yet.</strong> Every seller
        does, for the sake of those who eat what you make.{' '}
        <Link to="/seller/terms" className="font-semibold underline underline-offset-4">
          Read the Health &amp; Safety Terms
        </Link>
      </p>
      <Button variant="secondary" size="sm" className="mt-3" busy={accept.isPending} onClick={() => accept.mutate()}>
        I have read and accept them
      </Button>
    </section>
  )
}
