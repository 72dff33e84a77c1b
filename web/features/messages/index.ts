/** Conversations between buyers and sellers. */
export { AllergenAnswers } from './allergen-answers.tsx'
export { Brief } from './brief.tsx'
export { DepositText, QuoteTerms } from './quote-terms.tsx'
export { RequestConsultation } from './request-consultation.tsx'
export { useMessageAboutOrder, useMessageSeller } from './use-conversation.ts'
