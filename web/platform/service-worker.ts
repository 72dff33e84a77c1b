/** The service worker, which receives push messages and keeps pages for offline use. */

/** Resolves once it is active. Development has none. */
export async function startServiceWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register('/service-worker.js')
  return navigator.serviceWorker.ready
}
