/** Imports products from a CSV file after a preview. After a failure, only the lines not yet imported remain. */
import { CircleAlert, FileUp } from 'lucide-react'
import { useState } from 'react'
import { type ImportPlan, maxImportedProducts, planImport } from '#domain/product-import'
import { useApp } from '#platform/app-context.ts'
import { QueryError } from '#platform/unwrap.ts'
import { Badge } from '#ui/badge'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { FileButton } from '#ui/file-button'
import { FormError } from '#ui/form-error'
import { toast } from '#ui/toast'
import { fetchOwnListings } from './own-products.ts'
import { serverMessage, useImportProducts } from './product-mutations.ts'

export interface ImportDialogProps {
  open: boolean
  onClose: () => void
  shopId: string
}

const maxFileBytes = 4 * 1024 * 1024

export function ImportDialog({ open, onClose, shopId }: ImportDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Import products"
      description="Use a CSV file in the format of the export. Only a name is required. A line with a product’s id updates that product; empty cells leave its values unchanged."
      width="wide"
    >
      <Import key={String(open)} shopId={shopId} onClose={onClose} />
    </Dialog>
  )
}

interface ReadFile {
  readonly name: string
  readonly plan: ImportPlan
}

function Import({ shopId, onClose }: { shopId: string; onClose: () => void }) {
  const app = useApp()
  const [file, setFile] = useState<ReadFile | null>(null)
  const [isReading, setIsReading] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [done, setDone] = useState(0)
  const importing = useImportProducts()

  async function choose(chosen: File) {
    setFile(null)
    setError(null)
    if (chosen.size > maxFileBytes) {
      setError(
        `The file is too large. Please choose a file under 4MB with up to ${maxImportedProducts.toLocaleString('en-GB')} products.`,
      )
      return
    }
    setIsReading(true)
    try {
      const [text, own] = await Promise.all([readText(chosen), fetchOwnListings(app, shopId)])
      setFile({ name: chosen.name, plan: planImport(text, own) })
    } catch {
      setError('An error occurred while reading the file.')
    } finally {
      setIsReading(false)
    }
  }

  function run({ name, plan }: ReadFile) {
    const { products } = plan
    let imported = 0
    const onProgress = (count: number) => {
      imported = count
      setDone(count)
    }
    setError(null)
    importing.mutate(
      { lines: products, onProgress },
      {
        onSuccess: ({ added, changed }) => {
          toast({ title: 'Success', description: `${added} added, ${changed} updated` })
          onClose()
        },
        onError: (error) => {
          setError(`${importedSoFar(imported)} ${importErrorMessage(error)}`)
          setFile({ name, plan: { ...plan, products: products.slice(imported) } })
          setDone(0)
        },
      },
    )
  }

  return (
    <>
      <FileButton
        label="CSV file"
        accept=".csv,text/csv"
        onFiles={([chosen]) => chosen && void choose(chosen)}
        variant="secondary"
        busy={isReading}
      >
        {!isReading && <FileUp aria-hidden="true" className="size-5" />}
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

function importErrorMessage(error: unknown): string {
  if (!(error instanceof QueryError) || error.status === 0) return 'Please check your connection and try again.'
  const { cause } = error
  const line = typeof cause === 'object' && cause !== null && 'hint' in cause ? cause.hint : null
  const sentence = serverMessage(error) ?? 'These products could not be imported. Please check the file.'
  return line ? `Line ${line}: ${sentence}` : sentence
}

function importLabel({ products, errors }: ImportPlan): string {
  const count = products.length === 1 ? '1 product' : `${products.length.toLocaleString('en-GB')} products`
  return errors.length > 0 && products.length > 0 ? `Import ${count} and skip lines with errors` : `Import ${count}`
}

/** More rows than a seller reads before importing. */
const maxPreviewRows = 100

function Preview({ file: { name, plan } }: { file: ReadFile }) {
  const { products, errors } = plan
  const linesWithErrors = new Set(errors.map(({ line }) => line)).size
  const added = products.filter(({ id }) => id === null).length
  return (
    <>
      <p role="status" className="mt-5">
        <span className="font-semibold wrap-anywhere">{name}</span>
        {`: ${added} new, ${products.length - added} to update, ${linesWithErrors} ${linesWithErrors === 1 ? 'line' : 'lines'} with errors`}
      </p>
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
