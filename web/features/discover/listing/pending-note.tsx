/** The place of the line on a card that says what the product is declared without, while that is not known. */
export function PendingNote() {
  return <p aria-hidden="true" className="mt-1 h-5" />
}
