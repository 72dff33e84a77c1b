/** Queries and mutations of moderation. The database allows them to administrators only. */
import { skipToken, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { useUserId } from '#features/account/auth'
import { signedUrl } from '#features/account/uploads'
import { everything } from '#keys/member-keys'
import { moderationKeys } from '#keys/moderation'
import { type AppContext, useApp } from '#platform/app-context.ts'
import { type Page, type PagedList, pagedQuery, usePagedList } from '#platform/paged-list.ts'
import { read } from '#platform/read.ts'
import { useWrite } from '#platform/use-write.ts'

export const reportStates = z.enum(['open', 'upheld', 'dismissed'])
export const reportStateLabels: Readonly<Record<z.output<typeof reportStates>, string>> = {
  open: 'Open',
  upheld: 'Acted on',
  dismissed: 'Dismissed',
}

const reportSchema = z.object({
  id: z.string(),
  reason: z.string(),
  details: z.string().nullable(),
  reporter: z.string().nullable(),
  state: reportStates,
  resolution: z.string().nullable(),
  resolved_by: z.string().nullable(),
  resolved_at: z.string().nullable(),
  created_at: z.string(),
})

const contentSchema = z.object({
  name: z.string(),
  is_hidden: z.boolean(),
  text: z.string().nullish(),
  picture: z.string().nullish(),
  hidden_because: z.string().nullish(),
  product_id: z.string().nullish(),
  shop_id: z.string().nullish(),
  shop: z.string().nullish(),
  slug: z.string().nullish(),
  shop_status: z.string().nullish(),
  owner: z.string().nullish(),
  rating: z.number().nullish(),
  author: z.string().nullish(),
  reply: z.string().nullish(),
  /** Texts that mention an allergen, of which the seller answered that they do not mean it. */
  answers: z.array(z.object({ text: z.string().nullable(), allergen: z.string() })).nullish(),
  buyer_id: z.string().nullish(),
  buyer: z.string().nullish(),
  seller: z.string().nullish(),
})

const itemSchema = z.object({
  subject: z.enum(['product', 'shop', 'review', 'conversation', 'announcement']),
  id: z.string(),
  report_count: z.number(),
  first_at: z.string(),
  content: contentSchema.nullable(),
  reports: z.array(reportSchema),
})

const pageSchema = z.object({ total: z.number(), items: z.array(itemSchema) })

export type Report = z.output<typeof reportSchema>
export type ReportedContent = z.output<typeof contentSchema>
export type QueueItem = z.output<typeof itemSchema>
export type QueueState = 'open' | 'closed'

interface QueuePage extends Page<QueueItem, number> {
  readonly total: number
}

const pageSize = 20

/** What the session may see of the administrators' page. */
type AdministratorAccess = 'all' | 'none' | 'after second factor'

/** Undefined while loading, `none` for visitors. */
export function useAdministratorAccess(): AdministratorAccess | undefined {
  const app = useApp()
  const userId = useUserId()
  const { data } = useQuery({
    queryKey: moderationKeys.administratorAccess(userId),
    queryFn:
      userId === null
        ? skipToken
        : async (): Promise<AdministratorAccess> => {
            if (await read(app, (client) => client.rpc('is_administrator'))) return 'all'
            const mustProve = await read(app, (client) => client.rpc('needs_second_factor'))
            return mustProve ? 'after second factor' : 'none'
          },
  })
  return userId === null ? 'none' : data
}

function queueQuery(app: AppContext, userId: string, state: QueueState, subject: string | null) {
  return pagedQuery({
    queryKey: moderationKeys.queue(userId, state, subject),
    fetchPage: async (cursor: number | null, signal): Promise<QueuePage> => {
      const page = cursor ?? 1
      const wanted = {
        wanted_state: state,
        page,
        page_size: pageSize,
        ...(subject !== null && { wanted_subject: subject }),
      }
      const rows = await read(app, (client) => client.rpc('moderation_queue', wanted).abortSignal(signal))
      const { total, items } = pageSchema.parse(rows)
      return { total, items, next: page * pageSize < total ? page + 1 : null }
    },
    staleTime: 0,
  })
}

export function useQueue(userId: string, state: QueueState, subject: string | null): PagedList<QueuePage> {
  return usePagedList(queueQuery(useApp(), userId, state, subject))
}

export type Action = 'hide' | 'suspend' | 'restore' | 'uphold' | 'dismiss'

export interface Decision {
  readonly subject: QueueItem['subject']
  readonly id: string
  readonly action: Action
  readonly reason: string
}

export function useDecide() {
  return useWrite({
    write: (client, { subject, id, action, reason }: Decision) =>
      client.rpc('moderate', { subject, subject_id: id, action, reason: reason.trim() }),
    success: { title: 'Decision saved', description: 'It is now in the log.' },
    failure: 'shown',
    // Any cached list may include the content.
    invalidates: everything,
  })
}

const messagesSchema = z.array(
  z.object({
    id: z.string(),
    sender_id: z.string(),
    content: z.string(),
    type: z.string(),
    picture: z.string().nullable(),
    created_at: z.string(),
  }),
)
export type ConversationMessage = z.output<typeof messagesSchema>[number]

/** A write, because each call writes to the log: it runs once, when an administrator presses the button. */
export function useReadConversation(conversationId: string) {
  return useWrite({
    run: async (app): Promise<readonly ConversationMessage[]> =>
      messagesSchema.parse(
        await read(app, (client) => client.rpc('reported_conversation', { room_id: conversationId })),
      ),
    failure: 'shown',
  })
}

/** A signed URL of a picture in a reported conversation, valid for five minutes. @param path begins with the bucket */
export function useReportedPicture(path: string) {
  const app = useApp()
  const userId = useUserId()
  return useQuery({
    queryKey: moderationKeys.picture(userId, path),
    queryFn: () => signedUrl(app, path, 300),
    staleTime: 240_000,
  })
}
