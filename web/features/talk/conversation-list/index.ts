/** The conversations of a member, and how one is opened. */
export { type OpenedRoom, openRoom, startFailure } from './open-room.ts'
export { quoteLabel, roomTitle } from './room-list.tsx'
export { type Room, refetchRooms } from './rooms.ts'
