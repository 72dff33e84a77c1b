/** Conversations between buyers and sellers. */
export { useMessageAboutOrder, useMessageSeller } from './start-conversation.ts'
