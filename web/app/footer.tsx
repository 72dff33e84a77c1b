/** The page footer. */

import type { ProductCategory } from '#domain/catalogue/categories'
import { useListingLink } from '#platform/listing-link.ts'
import { Link } from '#ui/link'
import { Wordmark } from './wordmark.tsx'

/** Link texts that differ from the category chips of the home page, which filter its list. */
const categoryTexts = {
  Cakes: 'Homemade cakes',
  Cupcakes: 'Boxes of cupcakes',
  Bread: 'Fresh bread',
  Pastries: 'Buttery pastries',
  Meals: 'Home-cooked meals',
} as const satisfies Partial<Record<ProductCategory, string>>

const columns = [
  {
    heading: 'Browse',
    links: Object.entries(categoryTexts).map(([category, text]) => ({ to: `/category/${category}`, text })),
  },
  {
    heading: 'Help',
    links: [
      { to: '/contact', text: 'Contact' },
      { to: '/faq', text: 'FAQ' },
      { to: '/gift-voucher', text: 'Check a gift voucher' },
      { to: '/household', text: 'Allergies and diets' },
    ],
  },
  {
    heading: 'Sell your food',
    links: [
      { to: '/seller/create-shop', text: 'Open a shop' },
      { to: '/seller/terms', text: 'Seller Terms' },
    ],
  },
  {
    heading: 'The small print',
    links: [
      { to: '/terms', text: 'Terms of Use' },
      { to: '/privacy', text: 'Privacy Policy' },
    ],
  },
]

export function Footer() {
  const link = useListingLink()
  return (
    <footer className="on-dark mt-20 bg-night text-on-night print:hidden">
      <div className="page flex flex-col gap-10 py-12 lg:flex-row lg:justify-between lg:py-16">
        <div className="max-w-sm">
          <Wordmark onDark />
          <p className="mt-4 text-pretty text-on-night/80">Connecting communities through homemade food.</p>
        </div>
        <nav aria-label="Footer" className="grid grid-cols-2 gap-x-10 gap-y-8 sm:grid-cols-4 sm:gap-x-12 lg:gap-x-16">
          {columns.map((column) => (
            <div key={column.heading}>
              <h2 className="font-sans text-sm font-semibold tracking-normal text-on-night/70">{column.heading}</h2>
              <ul className="mt-2">
                {column.links.map(({ to, text }) => (
                  <li key={to}>
                    <Link to={link(to)} className="inline-block py-1.5 underline-offset-4 hover:underline">
                      {text}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
      </div>
    </footer>
  )
}
