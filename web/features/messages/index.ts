/** Conversations between buyers and sellers. */
export { type OpenedRoom, openRoom } from './open-room.ts'
export { useMessageAboutOrder, useMessageSeller } from './use-conversation.ts'
