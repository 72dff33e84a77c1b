/** Leaves for a payment page, on the provider's site or on this one. */
export function openPaymentPage(url: string): void {
  // With the back button the browser may restore this page as it was: busy and outdated. It is reloaded then.
  window.addEventListener('pageshow', ({ persisted }) => persisted && window.location.reload(), { once: true })
  window.location.assign(new URL(url, window.location.href))
}
