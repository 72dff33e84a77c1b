/** /settings shows the first of its pages. */
export { Component, loader } from './profile.page.tsx'
