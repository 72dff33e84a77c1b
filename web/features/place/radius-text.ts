/** The radius in words. */
export function radiusText(miles: number): string {
  return miles === 1 ? '1 mile' : `${miles} miles`
}
