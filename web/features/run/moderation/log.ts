/** The query of the log: what administrators did. */
import type { Database } from '#domain/database.generated'
import { moderationKeys } from '#keys/moderation'
import { useApp } from '#platform/app-context.ts'
import { type Page, type PagedList, pagedQuery, usePagedList } from '#platform/paged-list.ts'
import { read } from '#platform/read.ts'

type LogRow = Database['public']['Functions']['administrator_actions']['Returns'][number]
export type LogLine = Omit<LogRow, 'id'> & { readonly id: string }

const pageSize = 50

export function useLog(userId: string): PagedList<Page<LogLine, number>> {
  const app = useApp()
  return usePagedList(
    pagedQuery({
      queryKey: moderationKeys.log(userId),
      fetchPage: async (cursor: number | null, signal): Promise<Page<LogLine, number>> => {
        const wanted = { page_size: pageSize, ...(cursor !== null && { before_id: cursor }) }
        const lines = await read(app, (client) => client.rpc('administrator_actions', wanted).abortSignal(signal))
        return {
          items: lines.map((line) => ({ ...line, id: String(line.id) })),
          next: lines.length < pageSize ? null : (lines.at(-1)?.id ?? null),
        }
      },
      staleTime: 0,
    }),
  )
}
