/** Imports products from a CSV file after a preview. After a failure, only the lines not yet imported remain. */
import { CircleAlert, FileUp } from 'lucide-react'
import { useState } from 'react'
import { changeSentences } from '#domain/food/allergen-changes'
import { unreadableFile } from '#domain/values/image-upload'
import type { AppContext } from '#platform/app-context.ts'
import { MessageError, messageFor } from '#platform/message-for.ts'
import { QueryError } from '#platform/unwrap.ts'
import { useWrite } from '#platform/use-write.ts'
import { Badge } from '#ui/badge'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { FileButton } from '#ui/file-button'
import { FormError } from '#ui/form-error'
import { Notice } from '#ui/notice'
import { toldText, UntoldCustomers } from './open-orders-notice.tsx'
import { optionColumns } from './option-columns.ts'
import { fetchOpenOrders, fetchOwnListings, type OpenOrders } from './own-products.ts'
import { type ImportPlan, maxImportedProducts, type OwnListing, planImport } from './product-import.ts'
import { useImportProducts } from './product-mutations.ts'

export interface ImportDialogProps {
  open: boolean
  onClose: () => void
  shopId: string
}

const maxFileBytes = 4 * 1024 * 1024
const tooLarge = `The file is too large. Please choose a file under 4MB with up to ${maxImportedProducts.toLocaleString('en-GB')} products.`

export function ImportDialog({ open, onClose, shopId }: ImportDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Import products"
      description="Use a CSV file in the format of the export. Only a name is required. A line with a product’s id updates that product; empty cells leave its values unchanged."
      width="wide"
    >
      <OptionColumns />
      <Import key={String(open)} shopId={shopId} onClose={onClose} />
    </Dialog>
  )
}

function OptionColumns() {
  return (
    <details className="mb-4">
      <summary className="py-2 font-semibold">How to write variations, choices and questions</summary>
      <dl className="mt-1 grid gap-3">
        {optionColumns.map(({ heading, example, text }) => (
          <div key={heading}>
            <dt className="font-semibold">{heading}</dt>
            <dd className="text-sm text-ink-soft">{text}</dd>
            <dd className="mt-1 rounded-control bg-paper-deep px-3 py-2 font-mono text-sm wrap-anywhere whitespace-pre-line">
              {example}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-sm text-ink-soft">
        A choice of the same name keeps what its cell does not state. “no stock limit”, “no allergens”, “no ingredients”
        and “no net quantity” remove it. Put a backslash before | [ ] and = in names.
      </p>
    </details>
  )
}

interface ReadFile {
  readonly name: string
  readonly plan: ImportPlan
  /** Open orders of products whose declaration or ingredients the import changes. */
  readonly openOrders: OpenOrders | null
}

async function openOrdersConcerned(
  app: AppContext,
  shopId: string,
  { products }: ImportPlan,
  own: ReadonlyMap<string, OwnListing>,
): Promise<OpenOrders | null> {
  const redeclared = products.flatMap(({ id, record: { allergens, ingredients } }) => {
    const before = own.get(id ?? '')
    const isChanged =
      (allergens !== undefined && changeSentences('It', before?.allergens ?? null, allergens).length > 0) ||
      (ingredients !== undefined && ingredients !== (before?.ingredients ?? null))
    return id !== null && isChanged ? [id] : []
  })
  return redeclared.length === 0 ? null : fetchOpenOrders(app, shopId, redeclared)
}

function Import({ shopId, onClose }: { shopId: string; onClose: () => void }) {
  const [file, setFile] = useState<ReadFile | null>(null)
  const [done, setDone] = useState(0)
  const importing = useImportProducts()
  const reading = useWrite({
    run: async (app, chosen: File): Promise<ReadFile> => {
      if (chosen.size > maxFileBytes) throw new MessageError(tooLarge)
      const [text, own] = await Promise.all([readText(chosen), fetchOwnListings(app, shopId)])
      const plan = planImport(text, own)
      return { name: chosen.name, plan, openOrders: await openOrdersConcerned(app, shopId, plan, own) }
    },
    failure: 'shown',
    onSuccess: setFile,
  })
  const error = reading.isError
    ? messageFor(reading.error, unreadableFile)
    : importing.isError
      ? `${importedSoFar(done)} ${importErrorMessage(importing.error)}`
      : null

  function choose(chosen: File) {
    setFile(null)
    importing.reset()
    reading.mutate(chosen)
  }

  function run({ name, plan, openOrders }: ReadFile) {
    const { products } = plan
    let imported = 0
    const onProgress = (count: number) => {
      imported = count
      setDone(count)
    }
    setDone(0)
    importing.mutate(
      { lines: products, onProgress },
      {
        onSuccess: onClose,
        onError: () => setFile({ name, openOrders, plan: { ...plan, products: products.slice(imported) } }),
      },
    )
  }

  return (
    <>
      <FileButton
        label="CSV file"
        accept=".csv,text/csv"
        onFiles={([chosen]) => chosen && choose(chosen)}
        variant="secondary"
        busy={reading.isPending}
      >
        {!reading.isPending && <FileUp aria-hidden="true" className="size-5" />}
        {file ? 'Choose another file' : 'Choose file'}
      </FileButton>
      <FormError message={error} className="mt-4" />
      {file && <Preview file={file} />}
      {file && (
        <div className="mt-6 flex flex-wrap items-center justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button busy={importing.isPending} disabled={file.plan.products.length === 0} onClick={() => run(file)}>
            {importing.isPending ? `${done.toLocaleString('en-GB')} imported...` : importLabel(file.plan)}
          </Button>
        </div>
      )}
    </>
  )
}

/** Older spreadsheet programs write windows-1252, so text that is not valid UTF-8 is read as that. */
async function readText(file: File): Promise<string> {
  const bytes = await file.arrayBuffer()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function importedSoFar(count: number): string {
  if (count === 0) return 'Nothing was imported.'
  return `The first ${count.toLocaleString('en-GB')} were imported; the rest were not.`
}

/** The database names the line in the details of the error. */
function importErrorMessage(error: unknown): string {
  const sentence = messageFor(error, 'These products could not be imported. Please check the file.')
  const details = error instanceof QueryError ? error.details : null
  const [, line] = /"line": ?(\d+)/.exec(details ?? '') ?? []
  return line ? `Line ${line}: ${sentence}` : sentence
}

function importLabel({ products, errors }: ImportPlan): string {
  const count = products.length === 1 ? '1 product' : `${products.length.toLocaleString('en-GB')} products`
  return errors.length > 0 && products.length > 0 ? `Import ${count} and skip lines with errors` : `Import ${count}`
}

/** More rows than a seller reads before importing. */
const maxPreviewRows = 100

function Preview({ file: { name, plan, openOrders } }: { file: ReadFile }) {
  const { products, errors } = plan
  const linesWithErrors = new Set(errors.map(({ line }) => line)).size
  const told = toldText('import', openOrders ?? undefined)
  const added = products.filter(({ id }) => id === null).length
  return (
    <>
      <p role="status" className="mt-5">
        <span className="font-semibold wrap-anywhere">{name}</span>
        {`: ${added} new, ${products.length - added} to update, ${linesWithErrors} ${linesWithErrors === 1 ? 'line' : 'lines'} with errors`}
      </p>
      {openOrders !== null && openOrders.count > 0 && (
        <Notice tone="warning" className="mt-3">
          <strong className="font-semibold">
            {openOrders.count === 1
              ? 'Allergens or ingredients of 1 open order change.'
              : `Allergens or ingredients of up to ${openOrders.count} open orders change.`}
          </strong>{' '}
          {told && `${told}.`}
          <UntoldCustomers orders={openOrders} />
        </Notice>
      )}
      {errors.length > 0 && (
        <section aria-label="Errors" className="mt-3 max-h-52 overflow-y-auto rounded-control tone-alarm px-4 py-3">
          <ul className="grid gap-1">
            {errors.slice(0, maxPreviewRows).map(({ line, message }) => (
              <li key={`${line} ${message}`} className="flex gap-2">
                <CircleAlert aria-hidden="true" className="mt-0.5 size-4.5 shrink-0" />
                <span className="wrap-anywhere">
                  <strong>{`Line ${line}`}</strong> {message}
                </span>
              </li>
            ))}
          </ul>
          {errors.length > maxPreviewRows && <p>{`and ${errors.length - maxPreviewRows} more`}</p>}
        </section>
      )}
      {products.length > 0 && (
        <section
          aria-label="Products to import"
          className="mt-3 max-h-64 overflow-y-auto rounded-xl border border-line"
        >
          <ul className="divide-y divide-line">
            {products.slice(0, maxPreviewRows).map(({ line, id, name: product, note }) => (
              <li key={line} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
                <Badge tone={id === null ? 'leaf' : 'sky'}>{id === null ? 'New' : 'Update'}</Badge>
                <span className="min-w-0 wrap-anywhere">{product || `Line ${line}`}</span>
                {note && <span className="text-sm text-honey-deep">{note}</span>}
              </li>
            ))}
          </ul>
          {products.length > maxPreviewRows && (
            <p className="px-4 py-2 text-ink-soft">{`and ${products.length - maxPreviewRows} more`}</p>
          )}
        </section>
      )}
    </>
  )
}
