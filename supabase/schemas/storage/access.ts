import type { Access } from '../access.ts'

export const access: Access = {
  tables: {
    picture_imports: { rows: '- - - - - - riud', isExported: false, isDeletedWithAccount: true },
  },
  functions: {
    claim_picture_imports: '- - - - - - +',
    count_picture_fetch: '- + + + + + +',
    fail_picture_import: '- - - - - - +',
    finish_picture_import: '- - - - - - +',
    orphaned_pictures: '- - - - - - +',
    own_pictures: '- + + + + + +',
    unused_pictures: '- + + + + + +',
  },
  definers: ['count_picture_fetch', 'own_pictures', 'unused_pictures'],
}
