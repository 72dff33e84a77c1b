/** The drops of whose opening the member wants to be reminded. */
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { useUserId } from '#features/account/auth'
import { dropKeys } from '#keys/drops'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { read } from '#platform/read.ts'
import { useWrite } from '#platform/use-write.ts'

function remindersQuery(app: AppContext, userId: string | null) {
  return queryOptions({
    queryKey: dropKeys.reminders(userId),
    queryFn:
      userId === null
        ? skipToken
        : async ({ signal }): Promise<readonly string[]> => {
            const rows = await read(app, (client) =>
              client.from('drop_reminders').select('drop_id').abortSignal(signal),
            )
            return rows.map(({ drop_id }) => drop_id)
          },
  })
}

export function useIsReminded(dropId: string): boolean {
  const { data = [] } = useQuery(remindersQuery(useApp(), useUserId()))
  return data.includes(dropId)
}

export function useChangeReminder(dropId: string) {
  return useWrite({
    write: (client, { userId, wanted }: { userId: string; wanted: boolean }) => {
      const reminders = client.from('drop_reminders')
      const row = { drop_id: dropId, user_id: userId }
      return wanted
        ? reminders.upsert(row, { onConflict: 'drop_id,user_id', ignoreDuplicates: true })
        : reminders.delete().match(row)
    },
    failure: { title: 'The reminder could not be changed', description: 'Please try again.' },
    invalidates: [['me']],
  })
}
