/** The public page of the seller agreement. */

import { LinkButton } from '#ui/link-button'
import { NumberedPage } from '#web/features/run/legal/numbered-page.tsx'
import { useOwnShop } from '#web/features/sell/own-shop/own-shop.ts'
import { agreement } from '#web/features/sell/settings/agreement.ts'
import { MoneyExplained } from '#web/features/sell/settings/money-explained.tsx'

export function Component() {
  const shop = useOwnShop()
  return (
    <NumberedPage {...agreement} canonical="/seller/terms">
      <MoneyExplained />
      <h2 className="pt-5 text-2xl">{shop ? 'Thank you for taking care' : 'Ready to sell what you make?'}</h2>
      <p className="text-ink-soft">
        {shop ? 'These points apply to everything in your shop.' : 'Opening a shop takes about a minute.'}
      </p>
      <LinkButton to={shop ? '/seller/dashboard' : '/seller/create-shop'} className="mt-2">
        {shop ? 'Go to your dashboard' : 'Open a shop'}
      </LinkButton>
    </NumberedPage>
  )
}
