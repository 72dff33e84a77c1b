/** The query keys of conversations and enquiries. */
import { memberKeys } from './member-keys.ts'

const rooms = (userId: string) => [...memberKeys.of(userId, 'messages'), 'rooms'] as const
const room = (userId: string, roomId: string | null) => [...rooms(userId), 'one', roomId] as const
const enquiries = (shopId: string) => [...memberKeys.of(shopId, 'messages'), 'enquiries'] as const

export const messageKeys = {
  /** The list of conversations, and each of them without its messages. */
  rooms,
  roomList: (userId: string) => [...rooms(userId), 'list'] as const,
  room,
  block: (userId: string, roomId: string) => [...room(userId, roomId), 'block'] as const,
  thread: (userId: string, roomId: string) => [...memberKeys.of(userId, 'messages'), 'thread', roomId] as const,
  picture: (path: string | null) => [...memberKeys.all, 'chat-picture', path] as const,
  quoteOrder: (userId: string, roomId: string, isPaid: boolean, version: number) =>
    [...memberKeys.of(userId, 'messages'), 'quote-order', roomId, isPaid, version] as const,
  quoteVersions: (userId: string, roomId: string, version: number) =>
    [...memberKeys.of(userId, 'messages'), 'quote-versions', roomId, version] as const,
  buyerTexts: (userId: string, roomId: string, updatedAt: string) =>
    [...memberKeys.of(userId, 'messages'), 'buyer-texts', roomId, updatedAt] as const,
  savedReplies: (userId: string) => [...memberKeys.of(userId, 'messages'), 'saved-replies'] as const,
  shopDays: (productId: string | null) => ['shop-days', productId] as const,
  fullDay: (userId: string, productId: string | null, day: string) =>
    [...memberKeys.of(userId, 'messages'), 'full-day', productId, day] as const,
  enquiries,
  enquiryList: (shopId: string) => [...enquiries(shopId), 'list'] as const,
  unreadEnquiries: (shopId: string) => [...enquiries(shopId), 'unread'] as const,
} as const
