/** The household: who is in it, and what each avoids. Also for visitors, in this browser only. */
import { Pencil, Plus, Trash2, UsersRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { maxPeople, needsOf, type Person } from '#domain/food/household'
import { useApp } from '#platform/app-context.ts'
import { appContext } from '#platform/page.ts'
import { PageHead } from '#platform/page-head.tsx'
import { Button } from '#ui/button'
import { EmptyState } from '#ui/empty-state'
import { IconButton } from '#ui/icon-button'
import { Notice } from '#ui/notice'
import { Page } from '#ui/page'
import { toast } from '#ui/toast'
import { useLazyPart } from '#ui/use-lazy-part'
import { useUserId } from '#web/features/account/auth/auth-context.ts'
import { openSignIn } from '#web/features/account/auth/auth-dialog-store.ts'
import { personNeeds } from '#web/features/discover/household/person-needs.ts'
import { useHousehold } from '#web/features/discover/household/use-household.ts'

const loadDialog = () => import('#web/features/discover/household/person-dialog.tsx')

export async function loader({ context }: LoaderFunctionArgs) {
  const app = context.get(appContext)
  if (!app.server) await app.household.load()
}

export function Component() {
  const { people } = useHousehold()
  const { household } = useApp()
  // The loader does not run after the server has rendered the page.
  useEffect(() => void household.load(), [household])
  const [edited, setEdited] = useState<{ person?: Person } | null>(null)
  const part = useLazyPart(loadDialog, edited !== null, () => setEdited(null))
  const add = (
    <Button onClick={() => setEdited({})} disabled={people.length >= maxPeople}>
      <Plus aria-hidden="true" className="size-5" />
      Add a person
    </Button>
  )

  function remove(person: Person): void {
    household.change((all) => all.filter(({ id }) => id !== person.id))
    toast({ title: `${person.name} was removed` })
  }

  return (
    <Page width="reading" className="pt-8 sm:pt-12">
      <PageHead title="Your household" hidden />
      <h1 className="text-3xl sm:text-4xl">Your household</h1>
      <p className="mt-3 mb-8 text-lg text-pretty text-ink-soft">
        Say once who you buy food for and what they avoid. Lists then show only food whose seller declares that it fits.
      </p>
      {people.length === 0 ? (
        <EmptyState icon={UsersRound} title="Nobody yet" actions={add} className="py-8">
          Start with yourself, or with the person who has to be most careful.
        </EmptyState>
      ) : (
        <>
          <ul aria-label="People" className="space-y-3">
            {people.map((person) => (
              <li key={person.id}>
                <PersonCard person={person} onEdit={() => setEdited({ person })} onRemove={() => remove(person)} />
              </li>
            ))}
          </ul>
          <div className="mt-6">{add}</div>
        </>
      )}
      <WhereItIs hasPeople={people.length > 0} />
      {part && edited && <part.PersonDialog person={edited.person} onClose={() => setEdited(null)} />}
    </Page>
  )
}

interface PersonCardProps {
  person: Person
  onEdit: () => void
  onRemove: () => void
}

function PersonCard({ person, onEdit, onRemove }: PersonCardProps) {
  return (
    <article className="flex items-start gap-1 rounded-card border border-line bg-card py-4 pr-2 pl-4 sm:pl-5">
      <div className="min-w-0 grow">
        <h2 className="text-xl wrap-anywhere">{person.name}</h2>
        {needsOf(person).length === 0 ? (
          <p className="mt-1 text-ink-soft">Avoids nothing.</p>
        ) : (
          <dl className="mt-2 space-y-1.5">
            {personNeeds(person).map(({ label, text }) => (
              <div key={label} className="sm:flex sm:gap-3">
                <dt className="shrink-0 text-ink-soft sm:w-44">{label}</dt>
                <dd className="font-medium wrap-anywhere">{text}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      <IconButton icon={Pencil} label={`Edit ${person.name}`} onClick={onEdit} />
      <IconButton icon={Trash2} label={`Remove ${person.name}`} onClick={onRemove} />
    </article>
  )
}

function WhereItIs({ hasPeople }: { hasPeople: boolean }) {
  const isMember = useUserId() !== null
  return (
    <div className="mt-10 space-y-4">
      <Notice tone="info">
        What somebody avoids can reveal something about their health. Only you can see it. We use it to leave out and
        mark food, and to fill in your requests for custom orders. A seller sees only what you then send.{' '}
        {isMember
          ? 'It is kept with your account, and you can remove it here at any time.'
          : 'It stays in this browser, and you can remove it here at any time.'}
      </Notice>
      {!isMember && hasPeople && (
        <Button variant="secondary" onClick={() => openSignIn()}>
          Sign in to have it on all your devices
        </Button>
      )}
      <p className="text-pretty text-ink-soft">
        Food is shown as fitting if its seller has declared it so. Tuckbox does not check kitchens. If a mistake would
        be dangerous, ask the seller before you order.
      </p>
    </div>
  )
}
