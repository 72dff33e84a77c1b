import { toast } from '#ui/toast'

/** Copies a text, and says in a toast that it did. @param remedy what to do where the browser does not allow it */
export async function copyText(
  text: string,
  copied: string,
  remedy = 'Please select the text and copy it.',
): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast({ title: copied })
  } catch {
    toast({ title: 'Copying failed', description: remedy, variant: 'destructive' })
  }
}
