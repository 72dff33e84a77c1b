/** Shop names as they stand in an address. */

/** "Mary's  Cakes & Co" becomes 'marys-cakes-co'. Empty for a name with no letter, digit or underscore of ASCII. */
export function slugify(name: string): string {
  return name
    .toLowerCase()
    .replace(/\s+/g, '-')
    .replace(/[^\w-]+/g, '')
    .replace(/-{2,}/g, '-')
    .replace(/^-|-$/g, '')
}
