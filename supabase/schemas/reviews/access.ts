import { type Access, read } from '../access.ts'

export const access: Access = {
  tables: {
    people: { rows: '- r - r - - -', visitors: read, members: read, isExported: false, isDeletedWithAccount: false },
    review_authors: { rows: '- r - - - - riud', members: read, isExported: true, isDeletedWithAccount: false },
    reviews: { rows: 'r r r r r r riud', visitors: read, members: read, isExported: true, isDeletedWithAccount: false },
  },
  functions: {
    author_name: '+ + + + + + +',
    awaits_review: '- + + + + + +',
    reply_to_review: '- - - + - - -',
    review_stars: '+ + + + + + +',
    write_review: '- + - - - - -',
  },
  definers: ['author_name', 'awaits_review', 'reply_to_review', 'write_review'],
}
