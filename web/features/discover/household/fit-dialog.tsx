/** The question before food that does not fit is added: which food, why, and for whom. */
import { TriangleAlert } from 'lucide-react'
import { Button } from '#ui/button'
import { Dialog, DialogActions } from '#ui/dialog'
import { Notice } from '#ui/notice'
import type { FitDecision, FitQuestion } from './fit-check.ts'

export function FitDialog({ question }: { question: FitQuestion }) {
  const { products, hasFitting, decide } = question
  const [first] = products
  const title = products.length === 1 && first ? `Add ${first.name}?` : `Add ${products.length} items that don’t fit?`
  const button = (label: string, decision: FitDecision, variant: 'primary' | 'secondary') => (
    <Button variant={variant} onClick={() => decide(decision)}>
      {label}
    </Button>
  )
  return (
    <Dialog open onOpenChange={(open) => open || decide('none')} title={title}>
      <Notice tone="error" icon={TriangleAlert}>
        {products.map(({ name, sentences }) => (
          <p key={name + sentences.join()} className="wrap-anywhere not-first:mt-3">
            {products.length > 1 && <strong className="block font-semibold">{name}</strong>}
            {sentences.map((sentence) => (
              <span key={sentence} className="block">
                {sentence}
              </span>
            ))}
          </p>
        ))}
      </Notice>
      <p className="mt-4 font-medium">Add anyway?</p>
      <DialogActions>
        {hasFitting ? button('Leave them out', 'fitting', 'primary') : button('Don’t add', 'none', 'primary')}
        {button('Add anyway', 'all', 'secondary')}
      </DialogActions>
    </Dialog>
  )
}
