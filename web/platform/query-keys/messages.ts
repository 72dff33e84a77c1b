/** The query keys of conversations and enquiries. */
import { memberKeys } from './member-keys.ts'

const conversations = (userId: string) => [...memberKeys.of(userId, 'messages'), 'conversations'] as const
const conversation = (userId: string, conversationId: string | null) =>
  [...conversations(userId), 'one', conversationId] as const
const enquiries = (shopId: string) => [...memberKeys.of(shopId, 'messages'), 'enquiries'] as const

export const messageKeys = {
  /** The list of conversations, and each of them without its messages. */
  conversations,
  conversationList: (userId: string) => [...conversations(userId), 'list'] as const,
  conversation,
  block: (userId: string, conversationId: string) => [...conversation(userId, conversationId), 'block'] as const,
  thread: (userId: string, conversationId: string) =>
    [...memberKeys.of(userId, 'messages'), 'thread', conversationId] as const,
  picture: (path: string | null) => [...memberKeys.all, 'chat-picture', path] as const,
  quoteOrder: (userId: string, conversationId: string, isPaid: boolean, version: number) =>
    [...memberKeys.of(userId, 'messages'), 'quote-order', conversationId, isPaid, version] as const,
  quoteVersions: (userId: string, conversationId: string, version: number) =>
    [...memberKeys.of(userId, 'messages'), 'quote-versions', conversationId, version] as const,
  buyerTexts: (userId: string, conversationId: string, updatedAt: string) =>
    [...memberKeys.of(userId, 'messages'), 'buyer-texts', conversationId, updatedAt] as const,
  savedReplies: (userId: string) => [...memberKeys.of(userId, 'messages'), 'saved-replies'] as const,
  shopDays: (productId: string | null) => ['shop-days', productId] as const,
  fullDay: (userId: string, productId: string | null, day: string) =>
    [...memberKeys.of(userId, 'messages'), 'full-day', productId, day] as const,
  enquiries,
  enquiryList: (shopId: string) => [...enquiries(shopId), 'list'] as const,
  unreadEnquiries: (shopId: string) => [...enquiries(shopId), 'unread'] as const,
} as const
