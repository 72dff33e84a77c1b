/** Settings: security. */
export { SecurityPanel as Component } from '#web/features/account/settings/security-panel.tsx'
