/** The buyer's choices at the checkout, kept over reloads and the payment redirect. */
import { useState } from 'react'
import { z } from 'zod'
import { fulfilments, nothingChosen, type ShopChoice } from '#domain/checkout'
import { useMember } from '#features/auth'
import { draftKey, loadDraft, storeDraft } from '#platform/session-drafts.ts'

const slot = z.object({ date: z.string(), start_time: z.string(), end_time: z.string() })

const draftSchema = z.object({
  /** Milliseconds since 1970. */
  savedAt: z.number(),
  addressId: z.string().nullable(),
  /** The allergens that were confirmed. A change requires a new confirmation. */
  allergensRead: z.string().nullable(),
  choices: z.record(
    z.string(),
    z.object({ fulfilment: z.enum(fulfilments).nullable(), slot: slot.nullable(), note: z.string() }),
  ),
})

export type Draft = z.output<typeof draftSchema>

export interface DraftSource {
  /** Tells the drafts of a member apart: the basket's, and one for each quote. */
  readonly name: string
  /** Milliseconds since 1970. An older draft belongs to an order that is paid. */
  readonly since: number
}

const emptyDraft: Draft = { savedAt: 0, addressId: null, allergensRead: null, choices: {} }

function load(key: string, since: number): Draft {
  try {
    const draft = draftSchema.safeParse(JSON.parse(loadDraft(key)))
    return draft.success && draft.data.savedAt > since ? draft.data : emptyDraft
  } catch {
    // No draft, or invalid content: the buyer starts again.
    return emptyDraft
  }
}

export interface DraftControls {
  readonly draft: Draft
  choiceOf(shopId: string): ShopChoice
  choose(shopId: string, change: Partial<ShopChoice>): void
  chooseAddress(addressId: string): void
  confirmAllergens(text: string | null): void
}

/** Only for components that the server never renders. */
export function useDraft({ name, since }: DraftSource): DraftControls {
  const key = draftKey('checkout', useMember().id, name)
  const [draft, setDraft] = useState(() => load(key, since))

  function change(next: Partial<Draft>): void {
    const changed = { ...draft, ...next, savedAt: Date.now() }
    setDraft(changed)
    storeDraft(key, JSON.stringify(changed))
  }

  const choiceOf = (shopId: string) => draft.choices[shopId] ?? nothingChosen
  return {
    draft,
    choiceOf,
    choose: (shopId, next) => change({ choices: { ...draft.choices, [shopId]: { ...choiceOf(shopId), ...next } } }),
    chooseAddress: (addressId) => change({ addressId }),
    confirmAllergens: (allergensRead) => change({ allergensRead }),
  }
}
