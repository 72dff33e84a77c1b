/** Groups markers that would overlap. There are at most a few hundred, so each is compared with every group. */

export interface Point {
  readonly x: number
  readonly y: number
}

/**
 * Each marker joins the first group whose first marker is near; the order of markers is kept.
 * @param pixels two markers nearer than this overlap
 */
export function clusterMarkers<Marker>(
  markers: readonly Marker[],
  positionOf: (marker: Marker) => Point,
  pixels: number,
): Marker[][] {
  const groups: { readonly at: Point; readonly members: Marker[] }[] = []
  for (const marker of markers) {
    const at = positionOf(marker)
    const near = groups.find((group) => Math.hypot(group.at.x - at.x, group.at.y - at.y) < pixels)
    if (near) near.members.push(marker)
    else groups.push({ at, members: [marker] })
  }
  return groups.map(({ members }) => members)
}
