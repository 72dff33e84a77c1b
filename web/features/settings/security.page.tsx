/** Settings: security. */
export { SecurityPanel as Component } from './security-panel.tsx'
