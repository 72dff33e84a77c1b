/** The FAQ page. Its search text is in the URL. */
import { ChevronDown, MessageCircleQuestion } from 'lucide-react'
import type { ReactNode } from 'react'
import { questionsData } from '#domain/catalogue/structured-data'
import { PageHead } from '#platform/page-head.tsx'
import { StructuredData } from '#platform/structured-data.tsx'
import { useUrlParameters, withParameter } from '#platform/url-parameters.ts'
import { EmptyState } from '#ui/empty-state'
import { Link } from '#ui/link'
import { LinkButton } from '#ui/link-button'
import { Page } from '#ui/page'
import { TextField } from '#ui/text-field'
import { type FaqQuestion, questionGroups } from '#web/features/run/legal/faq.ts'
import { searchQuestions } from '#web/features/run/legal/faq-search.ts'

const title = 'Frequently asked questions'
const introduction = 'How ordering, picking up, paying and selling work here.'

export function Component() {
  const [params, change] = useUrlParameters()
  const text = (params.get('q') ?? '').slice(0, 200)
  const groups = searchQuestions(questionGroups, text)
  const count = groups.reduce((sum, { questions }) => sum + questions.length, 0)
  const isSearched = text.trim() !== ''

  function search(next: string): void {
    change((latest) => withParameter(latest, 'q', next || null))
  }

  return (
    <Page width="reading" className="py-10 sm:py-14">
      <PageHead title={title} description={introduction} canonical="/faq" />
      <StructuredData
        of={import.meta.env.SSR && (() => [questionsData(questionGroups.flatMap(({ questions }) => questions))])}
      />
      <h1 className="text-4xl sm:text-5xl">{title}</h1>
      <p className="mt-3 text-lg text-pretty text-ink-soft">{introduction}</p>
      <QuestionSearch text={text} onChange={search} />
      <p role="status" className="mt-3 min-h-6 text-sm text-ink-soft">
        {isSearched && (count === 1 ? '1 answer' : `${count} answers`)}
      </p>
      {groups.map(({ heading, questions }) => (
        <section key={heading} className="mt-8">
          <h2 className="mb-3 text-2xl">{heading}</h2>
          <div className="divide-y divide-line overflow-hidden rounded-card border border-line bg-card">
            {questions.map((question) => (
              <Entry key={question.question} question={question} isOpen={isSearched} />
            ))}
          </div>
        </section>
      ))}
      {count === 0 && (
        <EmptyState icon={MessageCircleQuestion} title="No answer to that yet">
          Try different words, or contact us.
        </EmptyState>
      )}
      <p className="mt-12 flex flex-wrap items-center justify-between gap-4 rounded-panel bg-paper-deep p-6 sm:p-8">
        <span className="text-lg font-semibold">Still have a question?</span>
        <LinkButton to="/contact">Contact us</LinkButton>
      </p>
    </Page>
  )
}

/** A plain form, so that it works before any script has loaded. */
function QuestionSearch({ text, onChange }: { text: string; onChange: (text: string) => void }): ReactNode {
  return (
    <search>
      <form action="/faq" method="get" onSubmit={(event) => event.preventDefault()} className="mt-7">
        <TextField
          label="Search the questions"
          labelHidden
          name="q"
          type="search"
          value={text}
          onChange={({ target }) => onChange(target.value)}
          placeholder="Search the questions"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={200}
          inputClassName="h-13 rounded-full px-6 shadow-rest"
        />
      </form>
    </search>
  )
}

function Entry({ question: { question, answer, link }, isOpen }: { question: FaqQuestion; isOpen: boolean }) {
  return (
    // A new key when a search begins or ends. In between the reader opens and closes the answer.
    <details key={String(isOpen)} open={isOpen} className="group">
      <summary className="flex cursor-pointer list-none items-center justify-between gap-4 px-5 py-4 font-semibold hover:text-berry sm:px-6 [&::-webkit-details-marker]:hidden">
        {question}
        <ChevronDown
          aria-hidden="true"
          className="size-5 shrink-0 text-berry transition-transform group-open:rotate-180 motion-reduce:transition-none"
        />
      </summary>
      <div className="px-5 pb-5 text-pretty text-ink-soft sm:px-6">
        <p>{answer}</p>
        {link && (
          <Link to={link.to} className="mt-2 text-link inline-block">
            {link.text}
          </Link>
        )}
      </div>
    </details>
  )
}
