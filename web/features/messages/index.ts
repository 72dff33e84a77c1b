/** Conversations between buyers and sellers. */
export { Brief } from './brief.tsx'
export { type OpenedRoom, openRoom } from './open-room.ts'
export { RequestConsultation } from './request-consultation.tsx'
export { useMessageAboutOrder, useMessageSeller } from './use-conversation.ts'
