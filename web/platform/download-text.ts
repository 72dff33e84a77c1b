/** Saves a text as a file. */
import { downloadBlob } from './download-blob.ts'

export function downloadText(text: string, name: string, type: 'text/csv' | 'text/calendar' | 'text/plain'): void {
  downloadBlob(new Blob([text], { type: `${type};charset=utf-8` }), name)
}
