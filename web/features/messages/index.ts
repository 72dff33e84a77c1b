/** Conversations between buyers and sellers. */
export { Brief } from './brief.tsx'
export { RequestConsultation } from './request-consultation.tsx'
export { useMessageAboutOrder, useMessageSeller } from './use-conversation.ts'
