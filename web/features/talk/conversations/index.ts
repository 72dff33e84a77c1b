/** Conversations between buyers and sellers. */
export { useMessageAboutOrder, useMessageSeller } from './use-conversation.ts'
