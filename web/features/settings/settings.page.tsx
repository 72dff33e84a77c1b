/** /settings shows the profile settings. */
export { Component } from './profile.page.tsx'
