/** The page of the link in an announcement email: it asks, and then ends the emails of the shop, without a session. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { CircleCheck, MailX } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { z } from 'zod'
import { followerKeys } from '#keys/followers'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { messageFor } from '#platform/message-for.ts'
import { PageHead } from '#platform/page-head.tsx'
import { read } from '#platform/read.ts'
import { useWrite } from '#platform/use-write.ts'
import { Button } from '#ui/button'
import { EmptyState } from '#ui/empty-state'
import { LinkButton } from '#ui/link-button'
import { Page } from '#ui/page'
import { Loading, Skeleton } from '#ui/skeleton'

const subscriptionSchema = z.object({ shop: z.string().nullable(), is_subscribed: z.boolean() })

async function unsubscribe(app: AppContext, token: string, confirm: boolean) {
  return subscriptionSchema.parse(await read(app, (client) => client.rpc('unsubscribe', { token, confirm })))
}

const subscriptionQuery = (app: AppContext, token: string) =>
  queryOptions({
    queryKey: followerKeys.unsubscribe(token),
    queryFn: () => unsubscribe(app, token, false),
    retry: false,
  })

export function Component() {
  const [parameters] = useSearchParams()
  return (
    <Page width="reading" className="py-12 sm:py-20">
      <PageHead title="Unsubscribe" hidden />
      <Subscription token={parameters.get('token') ?? ''} />
    </Page>
  )
}

function Subscription({ token }: { token: string }) {
  const app = useApp()
  const { data, error } = useQuery(subscriptionQuery(app, token))
  const end = useWrite({
    run: () => unsubscribe(app, token, true),
    onSuccess: (ended) => app.queryClient.setQueryData(followerKeys.unsubscribe(token), ended),
    failure: { title: 'You could not be unsubscribed', description: 'Please try again.' },
  })
  if (error) {
    return (
      <EmptyState
        icon={MailX}
        title="This link does not work"
        headingLevel="h1"
        actions={<LinkButton to="/following">Shops you follow</LinkButton>}
      >
        <p>{messageFor(error, 'Please try again, or choose your emails when you are signed in.')}</p>
      </EmptyState>
    )
  }
  if (!data) {
    return (
      <Loading text="Loading...">
        <Skeleton shape="card" className="h-48" />
      </Loading>
    )
  }
  const shop = data.shop ?? 'this shop'
  if (!data.is_subscribed) {
    return (
      <EmptyState
        icon={CircleCheck}
        title="You are unsubscribed"
        headingLevel="h1"
        actions={<LinkButton to="/following">Shops you follow</LinkButton>}
      >
        <p role="status">You get no more emails with announcements from {shop}. You may still follow it in the app.</p>
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={MailX}
      title={`Stop emails from ${shop}?`}
      headingLevel="h1"
      actions={
        <Button busy={end.isPending} onClick={() => end.mutate()}>
          Unsubscribe
        </Button>
      }
    >
      <p>You will get no more emails with its announcements. Emails about your orders still arrive.</p>
    </EmptyState>
  )
}
