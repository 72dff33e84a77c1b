/** Shop names in URLs. */

/** "Mary's  Cakes & Co" becomes 'marys-cakes-co'. Empty for a name without ASCII letters, digits or underscores. */
export function slugify(name: string): string {
  return name
    .toLowerCase()
    .replace(/\s+/g, '-')
    .replace(/[^\w-]+/g, '')
    .replace(/-{2,}/g, '-')
    .replace(/^-|-$/g, '')
}
