import type { Access } from '../access.ts'

export const access: Access = {
  tables: {
    blocks: {
      rows: '- rid - - - - riud',
      members: { select: '*', insert: 'blocker_id, blocked_id', delete: '*' },
      limits: ['1000 a blocker_id'],
      isExported: true,
      isDeletedWithAccount: true,
    },
    chat_messages: {
      rows: '- ri - ru - - riud',
      members: { select: '*', insert: 'id, chat_room_id, sender_id, content, type, picture', update: 'read_at' },
      limits: ['limit_message_rate'],
      isExported: true,
      isDeletedWithAccount: true,
    },
    chat_rooms: {
      rows: '- riu - ru - - riud',
      members: {
        select: '*',
        insert: 'buyer_id, seller_id, product_id, brief, wanted_on',
        update: 'price_quote, brief, wanted_on, quote_expires_at, allergen_answers, quote_declaration',
      },
      limits: ['limit_room_rate', '1000 a buyer_id'],
      isExported: true,
      isDeletedWithAccount: true,
    },
    contact_messages: {
      rows: '- ri - ru - - riud',
      visitors: { insert: 'shop_id, sender_id, sender_name, sender_email, subject, message' },
      members: {
        select: '*',
        insert: 'shop_id, sender_id, sender_name, sender_email, subject, message',
        update: 'read_at',
      },
      limits: ['limit_contact_messages', '2000 a sender_id'],
      isExported: true,
      isDeletedWithAccount: true,
    },
    saved_replies: {
      rows: '- - - riud - - riud',
      members: { select: '*', insert: 'id, user_id, title, content', update: 'title, content', delete: '*' },
      limits: ['30 a user_id'],
      isExported: true,
      isDeletedWithAccount: true,
    },
  },
  functions: {
    my_conversations: '- + + + + + +',
    open_enquiry_room: '- - - + - - -',
    open_order_room: '- + - + - - -',
    room_block: '- + - + - - -',
    set_room_presence: '- + - + - - -',
  },
  definers: ['open_enquiry_room', 'open_order_room', 'room_block', 'set_room_presence'],
}
