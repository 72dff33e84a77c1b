/** The conversations of a member, and how one is opened. */
export { conversationTitle, quoteLabel } from './conversation-list.tsx'
export { type Conversation, refetchConversations } from './conversations.ts'
export { type OpenedConversation, openConversation, startFailure } from './open-conversation.ts'
