/** The test cards, one per outcome. No card number is ever typed. */
import type { TestCard } from './pay-session.ts'

const cards: readonly { key: TestCard; title: string; what: string }[] = [
  { key: 'good', title: 'Card ending 4242', what: 'Is accepted' },
  { key: 'challenge', title: 'Card ending 3155', what: 'Requires approval by the bank' },
  { key: 'declined', title: 'Card ending 0002', what: 'Is declined' },
]

export function TestCards({ value, onChange }: { value: TestCard; onChange: (card: TestCard) => void }) {
  return (
    <fieldset>
      <legend className="font-sans text-lg font-semibold">Choose a test card</legend>
      <div className="mt-3 grid gap-2.5">
        {cards.map(({ key, title, what }) => (
          <label
            key={key}
            className="relative flex min-h-12 cursor-pointer items-start gap-3 rounded-xl border border-ink/25 bg-white px-4 py-3 transition-colors hover:border-ink/55 has-checked:border-berry has-checked:bg-berry-pale has-checked:ring-1 has-checked:ring-berry has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-berry"
          >
            <input
              type="radio"
              name="card"
              checked={value === key}
              onChange={() => onChange(key)}
              className="mt-0.5 size-5 shrink-0 accent-berry outline-none"
            />
            <span className="min-w-0 grow">
              <span className="block font-medium">{title}</span>
              <span className="block text-ink-soft">{what}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
