/** What the seller states about the kitchen, in plain words. */
import { type Kitchen, kitchenSentences } from '#domain/food/kitchen'

export function KitchenFacts({ kitchen }: { kitchen: Kitchen | null }) {
  const sentences = kitchenSentences(kitchen)
  return (
    <ul className="flex flex-col gap-1.5 text-pretty">
      {sentences.map((sentence) => (
        <li key={sentence} className="text-ink-soft first:font-medium first:text-ink">
          {sentence}
        </li>
      ))}
    </ul>
  )
}
