/** The state of a seller's answers about allergens: each answer, and what this order is made of. */
import { useRef, useState } from 'react'
import { missingDeclarations } from '#domain/food/allergens'
import {
  type AllergenAnswer,
  type Answer,
  agreeingDeclaration,
  contradictions,
  ingredientsNaming,
  type OrderDeclaration,
  readAnswers,
  readQuoteDeclaration,
  readRequests,
  requestId,
} from '#domain/orders/allergen-requests'
import type { Conversation } from '#features/talk/conversation-list'
import { type SentAnswers, useShopDays } from './quotes.ts'

/** @param conversation as it was when the dialog opened */
export function useAnswers(conversation: Conversation) {
  const requests = readRequests(conversation.brief)
  const [chosen, setChosen] = useState<ReadonlyMap<string, Answer>>(
    () => new Map(readAnswers(conversation.allergen_answers).map((answer) => [requestId(answer), answer.answer])),
  )
  const [own, setOwn] = useState<OrderDeclaration | null>(() => readQuoteDeclaration(conversation.quote_declaration))
  const [isChecked, setChecked] = useState(false)
  const section = useRef<HTMLElement>(null)
  const shop = useShopDays(conversation.product?.id ?? null)
  const declaration = own ?? shop?.declaration ?? { allergens: null, ingredients: null }
  const given = requests.flatMap((request): AllergenAnswer[] => {
    const answer = chosen.get(requestId(request))
    return answer ? [{ ...request, answer }] : []
  })
  const contradicted = shop ? contradictions(given, declaration) : []
  const missing = own ? missingDeclarations(own.allergens) : []
  const isComplete = given.length === requests.length && contradicted.length === 0 && missing.length === 0

  return {
    section,
    requests,
    chosen,
    given,
    declaration,
    hasOwn: own !== null,
    contradicted,
    missing,
    mentions: ingredientsNaming(given, declaration.ingredients ?? ''),
    /** Whether the errors are shown: after an attempt to send. */
    isChecked,
    answer: (id: string, answer: Answer) => setChosen(new Map(chosen).set(id, answer)),
    /** Starts a declaration of this order that agrees with the answers, for the seller to check. */
    declare: () => setOwn({ ...declaration, allergens: agreeingDeclaration(declaration.allergens, given) }),
    changeDeclaration: setOwn,
    /** What to send, or null while something is missing. */
    check(): SentAnswers | null {
      setChecked(true)
      if (!isComplete) {
        // After the errors are shown: a long form may have scrolled past them.
        requestAnimationFrame(() =>
          section.current
            ?.querySelector<HTMLElement>('fieldset[aria-describedby] input, [role=status] button')
            ?.focus(),
        )
        return null
      }
      const ingredients = own?.ingredients?.trim()
      return {
        allergen_answers: given.length > 0 ? given : null,
        quote_declaration: own && { allergens: own.allergens ?? {}, ...(ingredients && { ingredients }) },
      }
    },
  }
}

export type AnswersState = ReturnType<typeof useAnswers>
