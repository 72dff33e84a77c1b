import { type Access, written } from '../access.ts'

export const access: Access = {
  tables: {
    household_people: {
      rows: '- riud - - - - riud',
      members: written('id, user_id, name, avoid_contains, avoid_traces, avoid_others, diets'),
      limits: ['20 a user_id'],
      isExported: true,
      isDeletedWithAccount: true,
    },
  },
}
