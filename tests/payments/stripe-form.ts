/** Stripe's form encoding of nested data: `line_items[0][price_data][currency]=gbp`. */

export interface Tree {
  [key: string]: Tree | string
}

export function parseForm(body: string): Tree {
  const tree: Tree = {}
  for (const [name, value] of new URLSearchParams(body)) {
    const keys = name.split(/[[\]]+/).filter(Boolean)
    const last = keys.pop() ?? name
    let branch = tree
    for (const key of keys) {
      const next = branch[key]
      const deeper: Tree = typeof next === 'object' ? next : {}
      branch[key] = deeper
      branch = deeper
    }
    branch[last] = value
  }
  return tree
}

export function text(value: Tree[string] | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}
