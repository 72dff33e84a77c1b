/** The test cards, one per outcome. No card number is ever typed. */
import { Choice } from '#ui/choice'
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
          <Choice key={key} look="card" name="card" checked={value === key} onChange={() => onChange(key)}>
            <span className="block font-medium">{title}</span>
            <span className="block text-ink-soft">{what}</span>
          </Choice>
        ))}
      </div>
    </fieldset>
  )
}
