/** The saved replies of a seller. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Tables } from '#domain/database.generated'
import { useMember } from '#features/account/auth'
import { messageKeys } from '#keys/messages'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { read } from '#platform/read.ts'
import { useWrite } from '#platform/use-write.ts'

export type SavedReply = Pick<Tables<'saved_replies'>, 'id' | 'title' | 'content'>

export const maxReplies = 30
export const maxTitleLength = 60
export const maxReplyLength = 4000

function repliesQuery(app: AppContext, userId: string) {
  return queryOptions({
    queryKey: messageKeys.savedReplies(userId),
    queryFn: ({ signal }): Promise<readonly SavedReply[]> =>
      read(app, (client) =>
        client.from('saved_replies').select('id, title, content').order('title').abortSignal(signal),
      ),
  })
}

export function useSavedReplies() {
  return useQuery(repliesQuery(useApp(), useMember().id))
}

export function useSaveReply() {
  const { id: userId } = useMember()
  return useWrite({
    write: (client, { id, title, content }: { id: string | null; title: string; content: string }) => {
      const table = client.from('saved_replies')
      const values = { title: title.trim(), content: content.trim() }
      return id === null ? table.insert({ user_id: userId, ...values }) : table.update(values).eq('id', id)
    },
    failure: 'shown',
    invalidates: [messageKeys.savedReplies(userId)],
  })
}

export function useDeleteReply() {
  const { id: userId } = useMember()
  return useWrite({
    write: (client, id: string) => client.from('saved_replies').delete().eq('id', id),
    failure: { title: 'Error', description: 'The reply could not be deleted. Please try again.' },
    invalidates: [messageKeys.savedReplies(userId)],
  })
}
