/** Conversations between buyers and sellers. */
export { type OpenedRoom, openRoom } from './open-room.ts'
export { useMessageSeller } from './use-message-seller.ts'
