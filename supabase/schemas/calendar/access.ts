import type { Access } from '../access.ts'

export const access: Access = {
  functions: {
    calendar_feed: '- - - + + - -',
    create_calendar_feed: '- - - + + - -',
    read_calendar_feed: '- - - - - - +',
    revoke_calendar_feed: '- - - + + - -',
    seller_calendar: '- - - + + - -',
  },
  definers: ['calendar_feed', 'create_calendar_feed', 'revoke_calendar_feed', 'seller_calendar'],
}
