/** Publishes reviews and replies. */
import { orderKeys } from '#keys/orders'
import { productKeys } from '#keys/product'
import { reviewKeys } from '#keys/reviews'
import { shopKeys } from '#keys/shop'
import { useApp } from '#platform/app-context.ts'
import { useWrite } from '#platform/use-write.ts'
import type { ReviewForm } from './review-forms.ts'

/** Reviews and average ratings. Listings update on their next fetch. */
const showsReviews = [reviewKeys.all, productKeys.all, shopKeys.all]

interface NewReview extends ReviewForm {
  itemId: string
  picture: string | null
}

export function useWriteReview(userId: string | null) {
  return useWrite({
    write: (client, { itemId, rating, text, picture }: NewReview) =>
      client.rpc('write_review', {
        order_item_id: itemId,
        rating,
        text: text || undefined,
        picture: picture ?? undefined,
      }),
    success: { title: 'Review published', description: 'Thank you for your review.' },
    failure: { title: 'Review not sent', description: 'Your review could not be sent. Please try again.' },
    invalidates: [...showsReviews, reviewKeys.ofMember(userId), orderKeys.all(userId)],
  })
}

interface ReplyOptions {
  reviewId: string
  author: string
  onPublished: () => void
}

export function useReply({ reviewId, author, onPublished }: ReplyOptions) {
  const app = useApp()
  return useWrite({
    write: (client, reply: string) => client.rpc('reply_to_review', { review_id: reviewId, reply }),
    success: { title: 'Reply published', description: `${author} has been notified.` },
    failure: { title: 'Reply not sent', description: 'Your reply could not be sent. Please try again.' },
    invalidates: showsReviews,
    // Awaited, so that the form stays until the reply takes its place.
    onSuccess: () => {
      onPublished()
      return app.queryClient.invalidateQueries({ queryKey: reviewKeys.all })
    },
  })
}
