/** Custom orders: briefs, quotes, and what they say about allergens. */
export { AllergenAnswers } from './allergen-answers.tsx'
export { Brief } from './brief.tsx'
export { QuotePanel } from './quote-panel.tsx'
export { DepositText, QuoteTerms } from './quote-terms.tsx'
export { RequestConsultation } from './request-consultation.tsx'
