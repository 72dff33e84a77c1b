/** Starts the payment of a placed order. */
import { useNavigate } from 'react-router'
import { useMember } from '#features/account/auth'
import { checkoutKeys } from '#keys/checkout'
import { savedCardKeys } from '#keys/saved-cards'
import type { AppContext } from '#platform/app-context.ts'
import { openPaymentPage, requestPayment } from '#platform/open-payment-page.ts'
import { useWrite } from '#platform/use-write.ts'

/** A saved card to charge, or the payment page, and whether the card that pays there is saved. */
export type PaymentChoice = { readonly savedCard: string } | { readonly savesCard: boolean }

/**
 * Charges a saved card, or opens the payment page, on the provider's site or on this one.
 * @returns the page of the paid checkout; null if the payment page is opening
 * @throws QueryError with a message for members
 */
export async function startPayment(app: AppContext, checkoutId: string, choice: PaymentChoice): Promise<string | null> {
  const method = 'savedCard' in choice ? { saved_card: choice.savedCard } : { save_card: choice.savesCard }
  const url = await requestPayment(app, { checkout_id: checkoutId, ...method })
  if ('savedCard' in choice) return url
  openPaymentPage(url)
  return null
}

export function useStartPayment() {
  const { id: userId } = useMember()
  const navigate = useNavigate()
  return useWrite({
    run: (app, { checkoutId, choice }: { checkoutId: string; choice: PaymentChoice }) =>
      startPayment(app, checkoutId, choice),
    failure: 'shown',
    invalidates: [checkoutKeys.all(userId), savedCardKeys.all(userId)],
    onSuccess: (paidPage) => paidPage && void navigate(paidPage, { replace: true }),
  })
}
